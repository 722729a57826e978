// What the pictures of the docs have in common: text as text, light and dark as the reader has it, and no file but their own.

export const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The colors of text, ground and lines; a reader's preference reaches an image by itself. */
const LIGHT = `text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328; }
  .title { font-size: 16px; font-weight: 600; }
  .small { font-size: 12px; fill: #59636e; }
  .ground { fill: #ffffff; }
  .grid { stroke: #d1d9e0; }`;
const DARK = `text { fill: #f0f6fc; }
    .small { fill: #9198a1; }
    .ground { fill: #0d1117; }
    .grid { stroke: #3d444d; }`;

/**
 * A picture as text.
 *
 * @param picture `writer` is the command that writes it; `description` is all that is to be seen, in words; `light` and `dark` are
 *   rules of its own; `shapes` are elements
 */
export function picture({ writer, width, height, title, subtitle, description, light, dark, shapes }) {
  return `<!-- Written by \`${writer}\`. -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
  <title>${escape(title)}</title>
  <desc>${escape(description)}</desc>
  <style>
  ${LIGHT}
  ${light.join("\n  ")}
  @media (prefers-color-scheme: dark) {
    ${DARK}
    ${dark.join("\n    ")}
  }
  </style>
  <rect class="ground" width="${width}" height="${height}" rx="6"/>
  <text class="title" x="16" y="28">${escape(title)}</text>
  <text class="small" x="16" y="48">${escape(subtitle)}</text>
  ${shapes.join("\n  ")}
</svg>
`;
}
