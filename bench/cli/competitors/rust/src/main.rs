// Line by line, as its users do: competitor decode|encode < in > out
use percent_encoding::{percent_decode, percent_encode, AsciiSet, NON_ALPHANUMERIC};
use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, BufWriter, Write};

const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

fn main() -> io::Result<()> {
    let decode = std::env::args().nth(1).as_deref() == Some("decode");
    let mut input = BufReader::with_capacity(1 << 18, io::stdin().lock());
    let mut output = BufWriter::with_capacity(1 << 18, io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let text = line.strip_suffix(b"\n").unwrap_or(&line);
        if decode {
            let decoded: Cow<[u8]> = percent_decode(text).into();
            output.write_all(&decoded)?;
        } else {
            let encoded: Cow<str> = percent_encode(text, COMPONENT).into();
            output.write_all(encoded.as_bytes())?;
        }
        output.write_all(b"\n")?;
        line.clear();
    }
    output.flush()
}
