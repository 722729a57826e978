import type { FormPairs } from "percodec/form" with { "resolution-mode": "import" };

async function main(): Promise<void> {
  const { percentDecode } = await import("percodec");
  const { parseForm } = await import("percodec/form");
  const form: FormPairs = parseForm("q=a+b");
  console.log(percentDecode("caf%C3%A9"), form.single("q"));
}

void main();
