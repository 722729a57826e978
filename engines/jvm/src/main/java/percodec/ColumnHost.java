package percodec;

import com.dylibso.chicory.runtime.ByteArrayMemory;
import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;

/** An instance of the column module for one row at a time; docs/column.md describes its interface. */
final class ColumnHost {
    private static final int INTERFACE = 1;
    private static final int MAX_NAME_BYTES = 1024;
    /** The longest text for which the instance of a thread has memory. */
    private static final int BLOCK_BYTES = 1 << 16;
    /** A longer text is too long: the module needs four times as much memory. */
    private static final int MAX_BYTES = 1 << 26;
    /** How many bytes one byte may become. */
    private static final int MAX_GROWTH = 3;

    private static final String[] CODES = {
        null, "malformed-escape", "truncated-escape", "invalid-utf8", "overlong-utf8", "encoded-surrogate",
        "code-point-out-of-range", "lone-surrogate", "limit-exceeded",
    };

    private static final String[] STATUSES = {"ok", "malformed", "invalid-utf8", "null", "too-long"};

    private static final ThreadLocal<ColumnHost> OF_THREAD = ThreadLocal.withInitial(() -> new ColumnHost(BLOCK_BYTES));

    /** Each access takes two thirds of the time of that in Chicory's memory by default. */
    private final Instance instance =
        Instance.builder(Column.load()).withMachineFactory(Column::create).withMemoryFactory(ByteArrayMemory::new).build();
    private final Memory memory = instance.memory();
    private final ExportFunction decode = instance.export("decode");
    private final ExportFunction encode = instance.export("encode");
    private final ExportFunction queryParam = instance.export("queryParam");
    private final ExportFunction layers = instance.export("layers");
    private final int set = global("set");
    private final int name = global("name");
    private final int offsets;
    private final int data;
    private final int outValidity;
    private final int out;
    private final int status;
    private final int code;
    private final int byteOffset;

    private ColumnHost(int bytes) {
        if (global("version") != INTERFACE) throw new IllegalStateException("column.wasm has another interface than this class");
        if (instance.export("reserve").apply(1, bytes, MAX_GROWTH)[0] != 1) throw new OutOfMemoryError("a text of " + bytes + " bytes");
        offsets = area(1);
        data = area(2);
        outValidity = area(3);
        out = area(5);
        status = area(7);
        code = area(8);
        byteOffset = area(9);
    }

    /** Decodes or encodes a text from `start` on; the bytes before it are a part of the value as they are. */
    static Result convert(boolean encodes, byte[] text, int offset, int start, int end, int flags, PercentEncodeSet chosen) {
        ColumnHost host = withText(text, start, end);
        if (host == null) return Result.TOO_LONG;
        if (chosen != null) host.memory.write(host.set, chosen.bits);
        return host.result(text, offset, start, (encodes ? host.encode : host.decode).apply(1, flags, 0));
    }

    /** Returns the first value of a parameter. */
    static Result queryParam(byte[] text, int offset, int length, byte[] wanted, int flags) {
        ColumnHost host = withText(text, offset, offset + length);
        if (host == null) return Result.TOO_LONG;
        host.memory.write(host.name, wanted, 0, Math.min(wanted.length, MAX_NAME_BYTES));
        return host.result(text, offset, offset, host.queryParam.apply(1, flags, 0, wanted.length));
    }

    /** Returns how often a text can be decoded; -1 for one that is too long. */
    static int layers(byte[] text, int start, int end) {
        ColumnHost host = withText(text, start, end);
        if (host == null) return -1;
        host.layers.apply(1, 0, 0);
        return host.memory.readInt(host.byteOffset);
    }

    /** Writes a text into the instance of this thread, or into one of its own, whose memory is freed with it; null for one that is too long. */
    private static ColumnHost withText(byte[] text, int start, int end) {
        int length = end - start;
        if (length > MAX_BYTES) return null;
        ColumnHost host = length <= BLOCK_BYTES ? OF_THREAD.get() : new ColumnHost(length);
        host.memory.writeI32(host.offsets + 4, length);
        host.memory.write(host.data, text, start, length);
        return host;
    }

    private Result result(byte[] text, int offset, int start, long[] written) {
        int fault = memory.read(code);
        if (fault != 0) return new Result(null, STATUSES[memory.read(status)], CODES[fault], memory.readInt(byteOffset) + start - offset);
        if ((memory.read(outValidity) & 1) == 0) return Result.ABSENT;
        int size = (int) written[0];
        byte[] value = memory.readBytes(out, size);
        if (start == offset) return Result.ok(value);
        byte[] whole = new byte[start - offset + size];
        System.arraycopy(text, offset, whole, 0, start - offset);
        System.arraycopy(value, 0, whole, start - offset, size);
        return Result.ok(whole);
    }

    private int global(String export) {
        return (int) instance.exports().global(export).getValue();
    }

    private int area(int k) {
        return memory.readInt(global("areas") + 4 * k);
    }
}
