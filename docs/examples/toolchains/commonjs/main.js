const { percentDecode } = require("percodec");
const { parseForm } = require("percodec/form");

console.log(percentDecode("caf%C3%A9"), parseForm("q=a+b").single("q"));
