import { defineConfig } from "@playwright/test";
import { findChromium } from "#tests/helpers/chromium.ts";

const isThisMachine = /^https:\/\/localhost\b/.test(process.env.DEPLOYMENT_URL ?? "");

/*
 * Tries out a service that runs somewhere, such as a preview: DEPLOYMENT_URL, with its DATABASE_URL and
 * BETTER_AUTH_SECRET, since people come in by rows.
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
    // No traces: they would hold the key to the deployment, and are kept where everybody reads.
    screenshot: "only-on-failure",
    // A machine's certificates for itself are nobody else's. The script of a worker is asked of the browser alone.
    ignoreHTTPSErrors: isThisMachine,
    launchOptions: {
      executablePath: findChromium(),
      args: isThisMachine ? ["--ignore-certificate-errors"] : [],
    },
  },
});
