import { defineConfig } from "@playwright/test";
import { findChromium } from "#tests/helpers/chromium.ts";

const FLAGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Maps need WebGL, which machines without a graphics card have in software only.
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
];

// Workers load this file too: only the first process looks for the browser.
process.env.CHROMIUM_PATH = findChromium();

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.test.ts",
  outputDir: "../../test-results",
  globalSetup: "./global-setup.ts",
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: FLAGS },
    locale: "en-US",
    timezoneId: "Europe/Lisbon",
    trace: "retain-on-failure",
  },
});
