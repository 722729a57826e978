// The drivers of browsers for scripts outside of tests/, which cannot import its packages by name.
export { chromium } from "playwright-core";
export { launch } from "puppeteer-core";
