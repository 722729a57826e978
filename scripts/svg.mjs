// Shared by the pictures of the docs: real text, light and dark colours by the reader's preference, and no external files.

/** @param {string} text */
export const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The colours of text, background and lines. The media query for dark colours works within an image too. */
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
 * Returns a picture as SVG text.
 *
 * @param {Record<"writer" | "title" | "subtitle" | "description", string>
 *   & Record<"width" | "height", number> & Record<"light" | "dark" | "shapes", string[]>} picture `writer` is the command that writes it; `description` describes the whole picture in words; `light` and
 *   `dark` are additional CSS rules; `shapes` are elements
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
