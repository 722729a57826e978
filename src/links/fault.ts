/** Why there is no link for a URI, and the part of the URI that is the reason, in UTF-16 units. */
export interface LinkFault {
  readonly index: number;
  readonly length: number;
  readonly detail: string;
}
