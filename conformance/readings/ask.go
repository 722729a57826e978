// Prints its version; then, for each line of bytes in hex, what PathUnescape and QueryUnescape make of them, likewise, or
// `error`.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"runtime"
)

func answer(text string, read func(string) (string, error)) string {
	result, refusal := read(text)
	if refusal != nil {
		return "error"
	}
	return hex.EncodeToString([]byte(result))
}

func main() {
	input := bufio.NewScanner(os.Stdin)
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	fmt.Fprintln(output, regexp.MustCompile(`^go(\d+\.\d+).*`).ReplaceAllString(runtime.Version(), "Go $1"))
	for input.Scan() {
		bytes, fault := hex.DecodeString(input.Text())
		if fault != nil {
			panic(fault)
		}
		text := string(bytes)
		fmt.Fprintf(output, "%s,%s\n", answer(text, url.PathUnescape), answer(text, url.QueryUnescape))
	}
	if fault := input.Err(); fault != nil {
		panic(fault)
	}
}
