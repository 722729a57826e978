package percodec;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Runs the cases that engines/column/write-cases.mjs writes, in several threads, and prints how many rows are different. */
final class Cases {
    private static final HexFormat HEX = HexFormat.of();
    /** Flags that the API sets itself. */
    private static final int EXCEPT = 1 << 2;
    private static final int SET_FLAGS = 0xf << 16 | 1 << 7;
    /** A text that is longer than the memory of a thread's instance. */
    private static final byte[] LONG = "%41".repeat(30_000).getBytes(StandardCharsets.UTF_8);
    private static final int LONG_SHARE = 1000;

    private static final Map<String, Integer> counts = new ConcurrentHashMap<>();

    public static void main(String[] words) throws Exception {
        try (var lines = Files.lines(Path.of(words[0]))) {
            lines.parallel().forEach(Cases::check);
        }
        requireLimits();
        int failed = counts.getOrDefault("failed", 0);
        System.out.printf("%s%n%d passed, %d failed%n", counts, counts.getOrDefault("passed", 0), failed);
        System.exit(failed == 0 && counts.size() == 5 ? 0 : 1);
    }

    private static void check(String line) {
        String[] fields = line.split("\t", -1);
        byte[] text = HEX.parseHex(fields[3]);
        if (fields[0].equals("layers")) {
            boolean same = PercentDecoder.layers(concat("%".getBytes(), text), 1, text.length) == Integer.parseInt(fields[4]);
            counts.merge(fields[0], 1, Integer::sum);
            counts.merge(same ? "passed" : "failed", 1, Integer::sum);
            return;
        }
        byte[] value = fields[4].equals("null") ? null : HEX.parseHex(fields[4]);
        var wanted = new Result(value, fields[5], fields[6].isEmpty() ? null : fields[6], Integer.parseInt(fields[7]));
        counts.merge(fields[0], 1, Integer::sum);
        count(line, wanted, run(fields, text, 0, text.length));
        // The same text between others.
        count(line, wanted, run(fields, concat("%a".getBytes(), text, "%b".getBytes()), 2, text.length));
        if (fields[0].equals("decode") && Arrays.hashCode(text) % LONG_SHARE == 0) {
            byte[] decoded = value == null ? null : concat("A".repeat(LONG.length / 3).getBytes(), value);
            var moved = new Result(decoded, wanted.status(), wanted.code(), value == null ? wanted.byteOffset() + LONG.length : -1);
            count(line, moved, run(fields, concat(LONG, text), 0, LONG.length + text.length));
        }
    }

    private static Result run(String[] fields, byte[] text, int offset, int length) {
        int flags = Integer.parseInt(fields[1]);
        byte[] argument = HEX.parseHex(fields[2]);
        return switch (fields[0]) {
            case "decode" -> {
                var except = (flags & EXCEPT) == 0 ? null : new PercentEncodeSet(argument, 0);
                yield PercentDecoder.decode(text, offset, length, flags & ~EXCEPT, except);
            }
            case "encode" -> PercentEncoder.encode(text, offset, length, new PercentEncodeSet(argument, flags & SET_FLAGS), flags & ~SET_FLAGS);
            default -> PercentDecoder.queryParam(text, offset, length, argument, flags);
        };
    }

    private static void count(String line, Result wanted, Result found) {
        boolean same = Arrays.equals(wanted.value(), found.value()) && wanted.status().equals(found.status())
            && String.valueOf(wanted.code()).equals(String.valueOf(found.code())) && wanted.byteOffset() == found.byteOffset();
        if (!same && counts.merge("failed", 1, Integer::sum) < 10) System.out.printf("%s%n  %s%n", line, found);
        if (same) counts.merge("passed", 1, Integer::sum);
    }

    /** A text above the limit has a status, one without escapes has no limit, and wrong arguments are refused. */
    private static void requireLimits() {
        byte[] text = new byte[(1 << 26) + 1];
        Arrays.fill(text, (byte) 'a');
        require(PercentDecoder.decode(text, 0, text.length).value() == text);
        text[0] = '%';
        require(PercentDecoder.decode(text, 0, text.length).equals(new Result(null, "too-long", "limit-exceeded", -1)));
        require(PercentDecoder.layers(text, 0, text.length) == -1);
        require(PercentDecoder.decode(text, 0, 9).byteOffset() == 0);
        Runnable[] wrong = {
            () -> PercentDecoder.decode(text, 1, text.length), () -> PercentDecoder.decode(text, 0, 9, 1 << 4, null),
            () -> PercentEncodeSet.named("nope"), () -> new PercentEncodeSet(new byte[15], 0),
        };
        for (Runnable run : wrong) {
            try {
                run.run();
            } catch (IllegalArgumentException | IndexOutOfBoundsException error) {
                continue;
            }
            throw new AssertionError("accepted");
        }
    }

    private static void require(boolean holds) {
        if (!holds) throw new AssertionError();
    }

    private static byte[] concat(byte[]... parts) {
        var all = new java.io.ByteArrayOutputStream();
        for (byte[] part : parts) all.writeBytes(part);
        return all.toByteArray();
    }
}
