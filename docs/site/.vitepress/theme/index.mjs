// The default theme with the fonts of the system: a page shows its text without waiting for a font.
// A style has no name to assign.
// oxlint-disable-next-line import/no-unassigned-import
import "./style.css";
import Theme from "vitepress/theme-without-fonts";
import LinkField from "./LinkField.vue";

export default { extends: Theme, enhanceApp: ({ app }) => app.component("LinkField", LinkField) };
