import { decodeText } from "./decode.ts";
import { Decoder, type ResolvedDecodeOptions } from "./decoder.ts";

/** What lenient readers do differently. */
type Leniency = Pick<ResolvedDecodeOptions, "invalidUtf8" | "plusAsSpace" | "percentU">;

/** Decodes a text as a lenient reader does: malformed escapes stay as they are written. It reads no options, unlike `percentDecode`. */
export function decodeLeniently(text: string, leniency: Leniency): string {
  const resolved = {
    ...leniency,
    malformed: "keep",
    accept: undefined,
    except: undefined,
    text: true,
    raw: false,
    reporting: false,
  } as const;
  return decodeText(text, 0, text.length, new Decoder(resolved));
}
