import { expect, test } from "vitest";
import { WrittenHost } from "../../../library/src/host/host.ts";
import { hostToAscii } from "../../../library/src/host/labels.ts";

test.for([
  ["bücher.DE", "xn--bcher-kva.DE"],
  ["BÜCHER.de", "xn--bcher-kva.de"],
  ["ExAmPlE.é", "ExAmPlE.xn--9ca"],
  ["A。é", "A.xn--9ca"],
  ["a.é", "a.xn--9ca"],
  // If mapping adds labels, the mapped host is used.
  ["A.é⒈b", "A.é⒈b"],
])("the ASCII labels of %j keep their case", ([host, wanted]) => {
  expect(hostToAscii(new WrittenHost(host!)) ?? host).toBe(wanted);
});
