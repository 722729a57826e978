package percodec;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** The functions of {@link SparkExtension}, which generated code calls for each row by their names in SQL. */
public final class SparkRows {
    private static final UTF8String OK = UTF8String.fromString("ok");
    private static final UTF8String NULL = UTF8String.fromString("null");

    private static final UTF8String DEFAULT_SET = UTF8String.fromString("rfc3986-component");

    private SparkRows() {}

    public static InternalRow percent_decode(UTF8String text) {
        return text == null ? nullRow() : toRow(decode(text, 0), text);
    }

    public static InternalRow form_decode(UTF8String text) {
        return text == null ? nullRow() : toRow(decode(text, PercentDecoder.PLUS_AS_SPACE), text);
    }

    public static UTF8String try_percent_decode(UTF8String text) {
        return toValue(decode(text, 0), text);
    }

    public static Integer percent_layers(UTF8String text) {
        byte[] bytes = arrayOf(text);
        int layers = PercentDecoder.layers(bytes, offsetOf(text, bytes), text.numBytes());
        return layers < 0 ? null : layers;
    }

    public static InternalRow percent_encode(UTF8String text) {
        return percent_encode(text, DEFAULT_SET);
    }

    public static InternalRow percent_encode(UTF8String text, UTF8String set) {
        if (text == null) return nullRow();
        byte[] bytes = arrayOf(text);
        return toRow(PercentEncoder.run(bytes, offsetOf(text, bytes), text.numBytes(), PercentEncodeSet.named(set.toString()), 0), text);
    }

    public static InternalRow query_param(UTF8String uri, UTF8String name) {
        if (uri == null || name == null) return nullRow();
        byte[] bytes = arrayOf(uri);
        return toRow(ColumnHost.queryParam(bytes, offsetOf(uri, bytes), uri.numBytes(), name.getBytes(), 0), uri);
    }

    private static Result decode(UTF8String text, int flags) {
        byte[] bytes = arrayOf(text);
        return PercentDecoder.run(bytes, offsetOf(text, bytes), text.numBytes(), flags, null);
    }

    /** Returns the array in which the text stands, or a copy of a text that stands in no array of bytes. */
    private static byte[] arrayOf(UTF8String text) {
        return text.getBaseObject() instanceof byte[] bytes ? bytes : text.getBytes();
    }

    private static int offsetOf(UTF8String text, byte[] bytes) {
        return text.getBaseObject() == bytes ? (int) (text.getBaseOffset() - Platform.BYTE_ARRAY_OFFSET) : 0;
    }

    private static UTF8String toValue(Result result, UTF8String text) {
        return result == Result.UNCHANGED ? text : UTF8String.fromBytes(result.value());
    }

    private static InternalRow nullRow() {
        return new GenericInternalRow(new Object[] {null, NULL, null, null});
    }

    private static InternalRow toRow(Result result, UTF8String text) {
        if (result.code() == null) return new GenericInternalRow(new Object[] {toValue(result, text), OK, null, null});
        Integer place = result.byteOffset() < 0 ? null : result.byteOffset();
        return new GenericInternalRow(new Object[] {null, UTF8String.fromString(result.status()), UTF8String.fromString(result.code()), place});
    }
}
