export { unlessRefused } from "../../shared/unless-refused.ts";
