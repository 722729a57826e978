package percodec;

/**
 * The result of one text: a value or a fault.
 *
 * @param value the bytes, or null for a fault or a missing parameter
 * @param status {@code ok}, {@code malformed}, {@code invalid-utf8} or {@code too-long}
 * @param code the code of the first fault (docs/errors.md), or null
 * @param byteOffset the offset of the fault from the start of the text in bytes, or -1
 */
public record Result(byte[] value, String status, String code, int byteOffset) {
    static final Result ABSENT = ok(null);
    static final Result TOO_LONG = new Result(null, "too-long", "limit-exceeded", -1);
    /** The value is the text itself. */
    static final Result UNCHANGED = ok(null);

    static Result ok(byte[] value) {
        return new Result(value, "ok", null, -1);
    }

    /** Returns this result with the text as its value if it is UNCHANGED. */
    Result of(byte[] text, int offset, int length) {
        if (this != UNCHANGED) return this;
        return ok(length == text.length ? text : java.util.Arrays.copyOfRange(text, offset, offset + length));
    }
}
