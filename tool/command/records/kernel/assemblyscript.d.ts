// The types of numbers in wasm/records/layout.ts.
type i32 = number;
type u32 = number;
type usize = number;
