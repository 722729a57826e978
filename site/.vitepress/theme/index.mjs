// The default theme with the fonts of the system: a page shows its text without waiting for a font.
export { default } from "vitepress/theme-without-fonts";
