// Prints its version. Then reads lines of UTF-16 units in hex, and for each prints the results of the named functions in
// hex, or `error`.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class Ask {
    private static final Map<String, UnaryOperator<String>> FUNCTIONS = Map.of(
        "decode", text -> URLDecoder.decode(text, StandardCharsets.UTF_8),
        "encode", text -> URLEncoder.encode(text, StandardCharsets.UTF_8),
        "URI", Ask::parts);

    /** Returns scheme, host, port and raw path, each after a NUL; a part that is absent is empty. */
    private static String parts(String text) {
        var uri = URI.create(text);
        return Stream.of(uri.getScheme(), uri.getHost(), uri.getPort() < 0 ? null : String.valueOf(uri.getPort()), uri.getRawPath())
            .map(part -> part == null ? "\0-" : "\0=" + part)
            .collect(Collectors.joining());
    }

    public static void main(String[] names) throws Exception {
        var functions = Arrays.stream(names).map(FUNCTIONS::get).toList();
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        var output = new StringBuilder("Java " + Runtime.version().feature() + "\n");
        for (String line; (line = input.readLine()) != null; ) {
            String text = read(line);
            output.append(functions.stream().map(call -> answer(call, text)).collect(Collectors.joining(","))).append('\n');
        }
        new PrintStream(System.out, true, StandardCharsets.US_ASCII).print(output);
    }

    private static String read(String line) {
        var text = new StringBuilder();
        for (int i = 0; i < line.length(); i += 4) {
            text.append((char) HexFormat.fromHexDigits(line, i, i + 4));
        }
        return text.toString();
    }

    private static String answer(UnaryOperator<String> call, String text) {
        try {
            var hex = new StringBuilder();
            call.apply(text).chars().forEach(unit -> hex.append(HexFormat.of().toHexDigits((char) unit)));
            return hex.toString();
        } catch (IllegalArgumentException refusal) {
            return "error";
        }
    }
}
