async function main() {
  const { percentDecode } = await import("percodec");
  const { parseForm } = await import("percodec/form");
  console.log(percentDecode("caf%C3%A9"), parseForm("q=a+b").single("q"));
}

void main();
