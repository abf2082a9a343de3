import { defineConfig } from "@playwright/test";
import { findChromium } from "#tests/helpers/chromium.ts";

const isThisMachine = /^https:\/\/localhost\b/.test(process.env.DEPLOYMENT_URL ?? "");

/*
 * Tests a running service, such as a preview: DEPLOYMENT_URL, with its DATABASE_URL and BETTER_AUTH_SECRET, because
 * people are created by inserting rows.
 */
export default defineConfig({
  testDir: ".",
  testMatch: "*.test.ts",
  outputDir: "../../test-results",
  workers: 1,
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    locale: "en-US",
    // There are no traces, because they would contain the key to the deployment and are stored publicly.
    screenshot: "only-on-failure",
    // A self-signed certificate is accepted only from this machine. A worker's script needs the browser's own flag,
    // because Playwright's option does not apply to it.
    ignoreHTTPSErrors: isThisMachine,
    launchOptions: {
      executablePath: findChromium(),
      args: isThisMachine ? ["--ignore-certificate-errors"] : [],
    },
  },
});
