/** Why a URI cannot be found as a link, and the part of the URI that is the reason. */
export class LinkFault {
  /** The index and the length of the part, in UTF-16 units of the URI. */
  readonly index: number;
  readonly length: number;
  readonly detail: string;

  constructor(index: number, length: number, detail: string) {
    this.index = index;
    this.length = length;
    this.detail = detail;
  }
}
