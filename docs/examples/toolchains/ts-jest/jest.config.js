const { createJsWithTsPreset } = require("ts-jest");

module.exports = {
  ...createJsWithTsPreset(),
  transformIgnorePatterns: ["/node_modules/(?!(?:percodec|@exodus/bytes)/)"],
};
