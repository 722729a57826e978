package percodec;

import java.util.Objects;

/** Percent-encodes text in UTF-8 (<a href="https://www.rfc-editor.org/rfc/rfc3986#section-2.1">RFC 3986 §2.1</a>). */
public final class PercentEncoder {
    /** The flag with which bytes are encoded that are not UTF-8. */
    public static final int UNCHECKED = 1 << 13;

    private PercentEncoder() {}

    /** Encodes {@code length} bytes from {@code offset} on; bytes that are not UTF-8 are a fault. */
    public static Result encode(byte[] text, int offset, int length, PercentEncodeSet set) {
        return encode(text, offset, length, set, 0);
    }

    /**
     * Encodes with an option. A text in which the set has no character is its own value: the array itself if it is the whole array.
     *
     * @param flags 0 or {@link #UNCHECKED}
     */
    public static Result encode(byte[] text, int offset, int length, PercentEncodeSet set, int flags) {
        Objects.checkFromIndexSize(offset, length, text.length);
        if ((flags & ~UNCHECKED) != 0) throw new IllegalArgumentException("flags that encode does not have: " + (flags & ~UNCHECKED));
        return run(text, offset, length, set, flags).of(text, offset, length);
    }

    static Result run(byte[] text, int offset, int length, PercentEncodeSet set, int flags) {
        int end = offset + length;
        int start = offset;
        while (start < end && !set.stops[text[start] & 0xff]) start++;
        if (start == end) return Result.UNCHANGED;
        return ColumnHost.convert(true, text, offset, start, end, set.flags | flags, set);
    }
}
