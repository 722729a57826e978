// Prints its version; then, for each line of UTF-16 units in hex, what URLDecoder makes of that text, likewise, or `error`.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

public class Ask {
    public static void main(String[] words) throws Exception {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        var output = new StringBuilder("Java " + Runtime.version().feature() + "\n");
        for (String line; (line = input.readLine()) != null; ) {
            output.append(answer(line)).append('\n');
        }
        new PrintStream(System.out, true, StandardCharsets.US_ASCII).print(output);
    }

    private static String answer(String line) {
        var text = new StringBuilder();
        for (int i = 0; i < line.length(); i += 4) {
            text.append((char) Integer.parseInt(line, i, i + 4, 16));
        }
        try {
            var hex = new StringBuilder();
            URLDecoder.decode(text.toString(), StandardCharsets.UTF_8)
                .chars()
                .forEach(unit -> hex.append(String.format("%04x", unit)));
            return hex.toString();
        } catch (IllegalArgumentException refusal) {
            return "error";
        }
    }
}
