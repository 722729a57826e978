// The default theme with the fonts of the system: a page shows its text without waiting for a font.
// A style has no name to assign.
// oxlint-disable-next-line import/no-unassigned-import
import "./style.css";
export { default } from "vitepress/theme-without-fonts";
