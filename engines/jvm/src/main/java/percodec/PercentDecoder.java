package percodec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/** Percent-decodes text in UTF-8 once (<a href="https://www.rfc-editor.org/rfc/rfc3986#section-2.1">RFC 3986 §2.1</a>). */
public final class PercentDecoder {
    /** The flag with which {@code +} becomes a space. */
    public static final int PLUS_AS_SPACE = 1;
    /** The flag with which the whole text is a form, for {@link #queryParam}. */
    public static final int FORM = 1 << 6;

    private static final int EXCEPT = 1 << 2;
    /** The flags of docs/column.md that describe a text, not the layout of a batch. */
    private static final int DECODE_FLAGS = PLUS_AS_SPACE | 1 << 1 | 1 << 3 | 0xf << 8 | 1 << 13;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH = 0x80 * ONES;

    private PercentDecoder() {}

    /** Decodes {@code length} bytes from {@code offset} on; a malformed escape or bytes that are not UTF-8 are faults. */
    public static Result decode(byte[] text, int offset, int length) {
        return decode(text, offset, length, 0, null);
    }

    /**
     * Decodes with options. A text without escapes is its own value: the array itself if it is the whole array.
     *
     * @param flags the flags 0, 1, 3, 8 to 11 and 13 of {@code decode} in docs/column.md
     * @param except the set whose escapes stay, or null
     * @throws IllegalArgumentException for another flag
     */
    public static Result decode(byte[] text, int offset, int length, int flags, PercentEncodeSet except) {
        Objects.checkFromIndexSize(offset, length, text.length);
        if ((flags & ~DECODE_FLAGS) != 0) throw new IllegalArgumentException("flags that decode does not have: " + (flags & ~DECODE_FLAGS));
        return run(text, offset, length, flags, except).of(text, offset, length);
    }

    /** Returns how often a text can be decoded: 0 for {@code a}, 2 for {@code %2541}; -1 if more than 64 MiB follow its first escape. */
    public static int layers(byte[] text, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, text.length);
        int start = offset;
        while (start < offset + length && text[start] != '%') start++;
        return start == offset + length ? 0 : ColumnHost.layers(text, start, offset + length);
    }

    /** Returns the first value of a parameter in the query of a URI; a missing parameter has the status ok and no value. */
    public static Result queryParam(byte[] uri, byte[] name) {
        return queryParam(uri, 0, uri.length, name, 0);
    }

    /**
     * Returns the first value of a parameter in the query of a URI, or in a form.
     *
     * @param flags 0 or {@link #FORM}
     */
    public static Result queryParam(byte[] text, int offset, int length, byte[] name, int flags) {
        Objects.checkFromIndexSize(offset, length, text.length);
        if ((flags & ~FORM) != 0) throw new IllegalArgumentException("flags that queryParam does not have: " + (flags & ~FORM));
        return ColumnHost.queryParam(text, offset, length, name, flags);
    }

    static Result run(byte[] text, int offset, int length, int flags, PercentEncodeSet except) {
        int end = offset + length;
        int start = findEscape(text, offset, end, (flags & PLUS_AS_SPACE) == 0 ? '%' : '+');
        if (start == end) return Result.UNCHANGED;
        return ColumnHost.convert(false, text, offset, start, end, except == null ? flags : flags | EXCEPT, except);
    }

    /** Returns the first index of {@code %}, {@code other} or a byte above 0x7F, or {@code end}. */
    private static int findEscape(byte[] text, int from, int end, int other) {
        int i = from;
        for (; i + 8 <= end; i += 8) {
            long word = (long) WORDS.get(text, i);
            if (((word | zeros(word ^ '%' * ONES) | zeros(word ^ other * ONES)) & HIGH) != 0) break;
        }
        while (i < end && text[i] >= 0 && text[i] != '%' && text[i] != other) i++;
        return i;
    }

    /** The high bit of the lowest zero byte is set, and none if there is no such byte. */
    private static long zeros(long word) {
        return (word - ONES) & ~word;
    }
}
