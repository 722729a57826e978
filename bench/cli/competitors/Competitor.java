// Line by line with java.net: java Competitor decode|encode < in > out
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

class Competitor {
  public static void main(String[] words) throws Exception {
    boolean decode = words[0].equals("decode");
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8), 1 << 18);
    var stdout = new FileOutputStream(FileDescriptor.out);
    var output = new BufferedWriter(new OutputStreamWriter(stdout, StandardCharsets.UTF_8), 1 << 18);
    for (String line; (line = input.readLine()) != null; ) {
      output.write(
          decode
              ? URLDecoder.decode(line, StandardCharsets.UTF_8)
              : URLEncoder.encode(line, StandardCharsets.UTF_8).replace("+", "%20"));
      output.write('\n');
    }
    output.flush();
  }
}
