package column

import (
	"bufio"
	"context"
	"encoding/hex"
	"os"
	"strconv"
	"strings"
	"testing"
)

func TestScalar(t *testing.T) { testCases(t, "../../dist/column.wasm") }
func TestSimd(t *testing.T)   { testCases(t, "../../dist/column-simd.wasm") }

// The cases of integrations/column/write-cases.mjs: operation, flags, set or name, input, value, status, code, byte offset, length.
func testCases(t *testing.T, path string) {
	binary, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	column, err := New(context.Background(), binary)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(os.Getenv("PERCODEC_CASES"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<26)
	count := map[string]int{}
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		flags, _ := strconv.Atoi(fields[1])
		argument, _ := hex.DecodeString(fields[2])
		input, _ := hex.DecodeString(fields[3])
		results, err := column.Run(fields[0], uint32(flags), argument, [][]byte{nil, input})
		if err != nil {
			t.Fatal(err)
		}
		found := results[1]
		value := "null"
		if found.Value != nil {
			value = hex.EncodeToString(found.Value)
		}
		text := strings.Join([]string{value, found.Status, found.Code, strconv.Itoa(found.ByteOffset), strconv.Itoa(found.Length)}, "\t")
		if text != strings.Join(fields[4:], "\t") {
			t.Errorf("%s\nfound %s", lines.Text(), text)
		}
		if results[0].Status != "null" || results[0].Value != nil {
			t.Errorf("a null is %v", results[0])
		}
		count[fields[0]]++
	}
	if len(count) != 3 || count["decode"] < 900 {
		t.Fatalf("there are only these cases: %v", count)
	}
	t.Logf("cases: %v", count)
}
