// Prints its version. Then reads lines of bytes in hex, and for each prints the results of the named functions in hex, or
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
	"strings"
)

func never(escape func(string) string) func(string) (string, error) {
	return func(text string) (string, error) { return escape(text), nil }
}

// The parts of a URL, separated by NUL.
func parse(text string) (string, error) {
	parts, refusal := url.Parse(text)
	if refusal != nil {
		return "", refusal
	}
	path := parts.EscapedPath()
	if parts.Opaque != "" {
		path = parts.Opaque
	}
	return strings.Join([]string{parts.Scheme, parts.Hostname(), parts.Port(), path}, "\x00"), nil
}

var functions = map[string]func(string) (string, error){
	"Parse":         parse,
	"PathUnescape":  url.PathUnescape,
	"QueryUnescape": url.QueryUnescape,
	"PathEscape":    never(url.PathEscape),
	"QueryEscape":   never(url.QueryEscape),
}

func answer(text string, call func(string) (string, error)) string {
	result, refusal := call(text)
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
		var answers []string
		for _, name := range os.Args[1:] {
			answers = append(answers, answer(string(bytes), functions[name]))
		}
		fmt.Fprintln(output, strings.Join(answers, ","))
	}
	if fault := input.Err(); fault != nil {
		panic(fault)
	}
}
