import { basename } from "node:path";
import { defineConfig, type PlaywrightTestProject } from "@playwright/test";
import { findChromium } from "#tests/helpers/chromium.ts";
import type { ProjectName } from "./project-names.ts";
import { filesMarked } from "#tests/helpers/pragmas.ts";
import { IS_LONG, LONG_TAG } from "#tests/helpers/tiers.ts";

const FLAGS = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
/** Flags for maps, which need WebGL. Without a graphics card it runs in software, which takes most of a CPU core. */
const DRAWN = [...FLAGS, "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const NOT_DRAWN = [...FLAGS, "--disable-gpu", "--disable-3d-apis"];
const KEPT_MAPS = /\/map-offline\.test\.ts$/;
const ABOUT_MAPS = /\/(?:journey|map|map-(?!offline)[\w-]+)\.test\.ts$/;
/** Each file with an agent needs its own worker process: its service has secrets that a process reads only once. */
const WITH_AGENT = /\/agent\.test\.ts$/;
const CARDS_OF_AGENT = /\/agent-cards\.test\.ts$/;
const DEMONSTRATED = /\/agent-demo\.test\.ts$/;
const PACE_OF_AGENT = /\/agent-pace\.test\.ts$/;
const WITHOUT_A_NETWORK = /\/offline-(?:reading|story)\.test\.ts$/;
const TIMED = /\/(?:live|money-long)\.test\.ts$/;

const LEFT_OUT = IS_LONG ? [] : [new RegExp(LONG_TAG)];
const LEFT_OUT_FILES = IS_LONG
  ? []
  : filesMarked("tests/e2e/**/*.test.ts", "long").map((file) => `**/${basename(file)}`);

// Worker processes load this file too, but only the first process searches for the browser.
const executablePath = (process.env.CHROMIUM_PATH = findChromium());

function browser(args: string[]): PlaywrightTestProject["use"] {
  return { launchOptions: { executablePath, args } };
}

const PROJECTS: Record<ProjectName, Omit<PlaywrightTestProject, "name">> = {
  maps: { testMatch: ABOUT_MAPS, use: browser(DRAWN) },
  "maps without a network": { testMatch: KEPT_MAPS, use: { ...browser(DRAWN), serviceWorkers: "allow" } },
  "states with a map": { testMatch: "states.test.ts", grep: /@map/, use: browser(DRAWN) },
  timed: { testMatch: TIMED, use: browser(NOT_DRAWN) },
  "timed with an agent": { testMatch: PACE_OF_AGENT, use: browser(NOT_DRAWN) },
  "with an agent": { testMatch: WITH_AGENT, use: browser(NOT_DRAWN) },
  "with an agent's cards": { testMatch: CARDS_OF_AGENT, use: browser(NOT_DRAWN) },
  "with a demonstration": { testMatch: DEMONSTRATED, use: browser(NOT_DRAWN) },
  // Other projects block the service worker, because tests cannot route requests that it answers.
  "without a network": {
    testMatch: WITHOUT_A_NETWORK,
    use: { ...browser(NOT_DRAWN), serviceWorkers: "allow" },
  },
  "without maps": {
    testIgnore: [
      ...LEFT_OUT_FILES,
      WITHOUT_A_NETWORK,
      ABOUT_MAPS,
      KEPT_MAPS,
      TIMED,
      WITH_AGENT,
      CARDS_OF_AGENT,
      DEMONSTRATED,
      PACE_OF_AGENT,
    ],
    grepInvert: [/@map/, ...LEFT_OUT],
    use: browser(NOT_DRAWN),
  },
};

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.test.ts",
  testIgnore: LEFT_OUT_FILES,
  outputDir: "../../test-results",
  globalSetup: "./global-setup.ts",
  workers: 1,
  retries: 0,
  // Tests that hardly any change breaks alone are left to `npm run test:long`.
  grepInvert: LEFT_OUT,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    locale: "en-US",
    timezoneId: "Europe/Lisbon",
    serviceWorkers: "block",
    // The trace contains the page's state at each step; pictures of each frame would cost more than they are worth.
    trace: { mode: "retain-on-failure", screenshots: false },
  },
  projects: Object.entries(PROJECTS).map(([name, project]) => Object.assign(project, { name })),
});
