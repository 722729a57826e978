import { percentDecode } from "percodec";
import { type FormPairs, parseForm } from "percodec/form";

const form: FormPairs = parseForm("q=a+b");
console.log(percentDecode("caf%C3%A9"), form.single("q"));
