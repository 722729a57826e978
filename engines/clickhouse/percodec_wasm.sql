-- Experimental: the column code as WebAssembly functions, without Node. docs/engines-clickhouse.md says how to load the module.
CREATE OR REPLACE FUNCTION percodecWasmDecode LANGUAGE WASM FROM 'percodec' :: 'percent_decode'
ARGUMENTS (text String) RETURNS Tuple(value Nullable(String), status String, code Nullable(String), byte_offset Nullable(UInt64))
ABI BUFFERED_V1 DETERMINISTIC SETTINGS serialization_format = 'RowBinary';

CREATE OR REPLACE FUNCTION percodecWasmFormDecode LANGUAGE WASM FROM 'percodec' :: 'form_decode'
ARGUMENTS (text String) RETURNS Tuple(value Nullable(String), status String, code Nullable(String), byte_offset Nullable(UInt64))
ABI BUFFERED_V1 DETERMINISTIC SETTINGS serialization_format = 'RowBinary';

CREATE OR REPLACE FUNCTION percodecWasmEncode LANGUAGE WASM FROM 'percodec' :: 'percent_encode'
ARGUMENTS (text String) RETURNS Tuple(value Nullable(String), status String, code Nullable(String), byte_offset Nullable(UInt64))
ABI BUFFERED_V1 DETERMINISTIC SETTINGS serialization_format = 'RowBinary';
