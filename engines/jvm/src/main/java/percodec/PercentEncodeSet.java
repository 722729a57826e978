package percodec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A percent-encode set: which characters are encoded. */
public final class PercentEncodeSet {
    private static final Map<String, PercentEncodeSet> NAMED = readNamed();

    final byte[] bits;
    final int flags;
    /** The bytes before which nothing is encoded, by their value. */
    final boolean[] stops;

    /**
     * Creates a set from the form that the column module reads.
     *
     * @param bits 16 bytes: bit c % 8 of byte c / 8 is 1 if the ASCII character c is encoded
     * @param flags the bits 7 and 16 to 18 of the flags of {@code encode} in docs/column.md
     * @throws IllegalArgumentException if there are not 16 bytes
     */
    public PercentEncodeSet(byte[] bits, int flags) {
        if (bits.length != 16) throw new IllegalArgumentException("a set has 16 bytes, not " + bits.length);
        this.bits = bits.clone();
        this.flags = flags;
        stops = new boolean[256];
        for (int c = 0; c < 256; c++) stops[c] = c >= 128 || (bits[c >> 3] >> (c & 7) & 1) == 1;
    }

    /**
     * Returns a set of docs/sets.md by its name, such as {@code rfc3986-component}.
     *
     * @throws IllegalArgumentException if no set has the name
     */
    public static PercentEncodeSet named(String name) {
        PercentEncodeSet set = NAMED.get(name);
        if (set == null) throw new IllegalArgumentException("no set is named " + name + ": " + String.join(", ", NAMED.keySet()));
        return set;
    }

    /** Returns the names of the sets. */
    public static Set<String> names() {
        return NAMED.keySet();
    }

    private static Map<String, PercentEncodeSet> readNamed() {
        Map<String, PercentEncodeSet> sets = new LinkedHashMap<>();
        try (var stream = PercentEncodeSet.class.getResourceAsStream("sets.tsv")) {
            for (String line : new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                String[] fields = line.split("\t");
                sets.put(fields[0], new PercentEncodeSet(HexFormat.of().parseHex(fields[1]), Integer.parseInt(fields[2])));
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        return java.util.Collections.unmodifiableMap(sets);
    }
}
