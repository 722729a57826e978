module percodec.example/column

go 1.24

require github.com/tetratelabs/wazero v1.9.0
