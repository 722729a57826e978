import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/** Compares the results of all cases: Cases WASM FILE. */
final class Cases {
    public static void main(String[] words) throws Exception {
        var column = new Column(new File(words[0]));
        int count = 0, wrong = 0;
        try (var lines = Files.lines(Path.of(words[1]))) {
            for (var line : (Iterable<String>) lines::iterator) {
                var fields = line.split("\t", -1);
                var hex = HexFormat.of();
                var results = column.run(fields[0], Integer.parseInt(fields[1]), hex.parseHex(fields[2]), new byte[][] {null, hex.parseHex(fields[3])});
                var found = results[1];
                var text = String.join("\t", found.value() == null ? "null" : hex.formatHex(found.value()), found.status(), found.code(),
                    "" + found.byteOffset(), "" + found.length());
                count++;
                if (text.equals(String.join("\t", Arrays.copyOfRange(fields, 4, 9))) && results[0].status().equals("null")) continue;
                wrong++;
                System.out.println(line + "\nfound " + text);
            }
        }
        System.out.println(count - wrong + " passed, " + wrong + " failed");
        System.exit(wrong == 0 && count > 900 ? 0 : 1);
    }
}
