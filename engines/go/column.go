// Package column runs column.wasm in wazero. A Column handles one batch at a time: use one for each goroutine.
package column

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

var (
	Statuses = []string{"ok", "malformed", "invalid-utf8", "null"}
	Codes    = []string{"", "malformed-escape", "truncated-escape", "invalid-utf8", "overlong-utf8", "encoded-surrogate", "code-point-out-of-range", "lone-surrogate", "limit-exceeded"}
)

// Result is the result of one text: Value is nil if there is none; Code is empty if there is no fault.
type Result struct {
	Value              []byte
	Status, Code       string
	ByteOffset, Length int
}

type Column struct {
	module api.Module
	ctx    context.Context
}

func New(ctx context.Context, binary []byte) (*Column, error) {
	module, err := wazero.NewRuntime(ctx).Instantiate(ctx, binary)
	return &Column{module, ctx}, err
}

// Run calls an operation, "decode", "encode" or "queryParam", over a batch of texts; nil is a null. The argument is the set, or the
// name of the parameter. docs/column.md has the flags.
func (c *Column) Run(operation string, flags uint32, argument []byte, texts [][]byte) ([]Result, error) {
	rows, le, memory := len(texts), binary.LittleEndian, c.module.Memory()
	var data, offsets []byte
	validity := make([]byte, rows/8+1)
	offsets = le.AppendUint32(offsets, 0)
	for k, text := range texts {
		if text != nil {
			validity[k/8] |= 1 << (k % 8)
		}
		data = append(data, text...)
		offsets = le.AppendUint32(offsets, uint32(len(data)))
	}
	reserved, err := c.module.ExportedFunction("reserve").Call(c.ctx, uint64(rows), uint64(len(data)), 3)
	if err != nil || reserved[0] != 1 {
		return nil, fmt.Errorf("the batch is too large: %w", err)
	}
	global := func(name string) uint32 { return uint32(c.module.ExportedGlobal(name).Get()) }
	area := func(k uint32) uint32 { at, _ := memory.ReadUint32Le(global("areas") + 4*k); return at }
	words := []uint64{uint64(rows), uint64(flags | 32), 0}
	if operation == "queryParam" {
		memory.Write(global("name"), argument[:min(len(argument), 1024)])
		words = append(words, uint64(len(argument)))
	} else {
		memory.Write(global("set"), argument)
	}
	memory.Write(area(0), validity)
	memory.Write(area(1), offsets)
	memory.Write(area(2), data)
	written, err := c.module.ExportedFunction(operation).Call(c.ctx, words...)
	if err != nil || int32(written[0]) < 0 {
		return nil, fmt.Errorf("the batch does not fit: %w", err)
	}
	read := func(k, size uint32) []byte { bytes, _ := memory.Read(area(k), size); return bytes }
	bits := uint32(rows/8 + 1)
	valid, faults, ends, out := read(3, bits), read(6, bits), read(4, uint32(4*rows+4)), read(5, uint32(written[0]))
	status, code, places, lengths := read(7, uint32(rows)), read(8, uint32(rows)), read(9, uint32(4*rows)), read(10, uint32(rows))
	results := make([]Result, rows)
	for k := range results {
		results[k] = Result{Status: Statuses[status[k]], Code: Codes[code[k]], ByteOffset: -1, Length: -1}
		if valid[k/8]>>(k%8)&1 == 1 {
			results[k].Value = append([]byte{}, out[le.Uint32(ends[4*k:]):le.Uint32(ends[4*k+4:])]...)
		}
		if faults[k/8]>>(k%8)&1 == 1 {
			results[k].ByteOffset, results[k].Length = int(le.Uint32(places[4*k:])), int(lengths[k])
		}
	}
	return results, nil
}
