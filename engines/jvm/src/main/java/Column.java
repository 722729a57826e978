import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.Parser;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** column.wasm in Chicory, compiled to bytecode. An instance handles one batch at a time: use one for each thread. */
final class Column {
    static final String[] STATUSES = {"ok", "malformed", "invalid-utf8", "null"};
    static final String[] CODES = {"", "malformed-escape", "truncated-escape", "invalid-utf8", "overlong-utf8",
        "encoded-surrogate", "code-point-out-of-range", "lone-surrogate", "limit-exceeded"};
    private static final int NULLABLE = 32;

    /** The result of one text; the value is null if there is none, the code is empty without a fault. */
    record Result(byte[] value, String status, String code, int byteOffset, int length) {}

    private final Instance instance;

    Column(File wasm) {
        var module = Parser.parse(wasm);
        instance = Instance.builder(module).withMachineFactory(MachineFactoryCompiler::compile).build();
    }

    /**
     * Runs an operation, "decode", "encode" or "queryParam", over a batch; null is a null. The argument is the set, or the name of the
     * parameter. docs/column.md has the flags.
     */
    Result[] run(String operation, int flags, byte[] argument, byte[][] texts) {
        int rows = texts.length, size = 0;
        for (var text : texts) size += text == null ? 0 : text.length;
        if (instance.export("reserve").apply(rows, size, 3)[0] != 1) throw new OutOfMemoryError("the batch is too large");
        Memory memory = instance.memory();
        var data = ByteBuffer.allocate(size);
        var offsets = ByteBuffer.allocate(4 * rows + 4).order(ByteOrder.LITTLE_ENDIAN).putInt(0);
        var validity = new byte[rows / 8 + 1];
        for (int k = 0; k < rows; k++) {
            if (texts[k] != null) {
                data.put(texts[k]);
                validity[k / 8] |= (byte) (1 << k % 8);
            }
            offsets.putInt(data.position());
        }
        boolean named = operation.equals("queryParam");
        memory.write(global(named ? "name" : "set"), named ? Arrays.copyOf(argument, Math.min(argument.length, 1024)) : argument);
        long[] words = {rows, flags | NULLABLE, 0, argument.length};
        memory.write(area(0), validity);
        memory.write(area(1), offsets.array());
        memory.write(area(2), data.array());
        if ((int) instance.export(operation).apply(named ? words : Arrays.copyOf(words, 3))[0] < 0) throw new IllegalArgumentException("the batch does not fit");
        var results = new Result[rows];
        for (int k = 0; k < rows; k++) {
            int from = memory.readInt(area(4) + 4 * k), to = memory.readInt(area(4) + 4 * k + 4);
            boolean valid = (memory.read(area(3) + k / 8) >> k % 8 & 1) == 1, fault = (memory.read(area(6) + k / 8) >> k % 8 & 1) == 1;
            results[k] = new Result(valid ? memory.readBytes(area(5) + from, to - from) : null,
                STATUSES[memory.read(area(7) + k)], CODES[memory.read(area(8) + k)],
                fault ? memory.readInt(area(9) + 4 * k) : -1, fault ? memory.read(area(10) + k) : -1);
        }
        return results;
    }

    private int global(String name) {
        return (int) instance.exports().global(name).getValue();
    }

    private int area(int k) {
        return instance.memory().readInt(global("areas") + 4 * k);
    }
}
