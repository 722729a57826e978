// Line by line with net/url: competitor decode|encode < in > out
package main

import (
	"bufio"
	"log"
	"net/url"
	"os"
	"strings"
)

func main() {
	decode := len(os.Args) > 1 && os.Args[1] == "decode"
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<18), 1<<24)
	output := bufio.NewWriterSize(os.Stdout, 1<<18)
	for lines.Scan() {
		var result string
		if decode {
			var err error
			if result, err = url.PathUnescape(lines.Text()); err != nil {
				log.Fatal(err)
			}
		} else {
			result = strings.ReplaceAll(url.QueryEscape(lines.Text()), "+", "%20")
		}
		output.WriteString(result)
		output.WriteByte('\n')
	}
	if err := lines.Err(); err != nil {
		log.Fatal(err)
	}
	if err := output.Flush(); err != nil {
		log.Fatal(err)
	}
}
