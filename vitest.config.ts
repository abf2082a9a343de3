import { defineConfig } from "vitest/config";
import { filesMarked } from "./tests/helpers/pragmas.ts";
import { IS_LONG } from "./tests/helpers/tiers.ts";

const UNIT = "tests/{*,unit/**/*}.test.{ts,tsx}";
const INTEGRATION = "tests/integration/**/*.test.ts";
const aloneIn = (pattern: string) => filesMarked(pattern, "alone");
const LEFT_OUT = IS_LONG ? [] : filesMarked("tests/**/*.test.ts", "long");
/** Files share their worker's modules: loading those takes longer than most files' tests. */
const sharing = (pattern: string) => ({
  include: [pattern],
  exclude: [...aloneIn(pattern), ...LEFT_OUT],
  isolate: false,
});
const alone = (pattern: string) => ({ include: aloneIn(pattern), exclude: LEFT_OUT });

const onDatabase = {
  globalSetup: ["tests/helpers/global-postgres.ts"],
  setupFiles: ["tests/helpers/own-database.ts"],
};

const AFTER_ALL = "tests/contract/secrets.test.ts";
/** One whole service for all files, which run one after another: several of them measure time. */
const onService = {
  globalSetup: ["tests/contract/global-service.ts"],
  fileParallelism: false,
  isolate: false,
  testTimeout: 60_000,
  // A first start builds the web part.
  hookTimeout: 300_000,
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Against what hangs. What may take how long, the tests say themselves.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: "unit", ...sharing(UNIT) } },
      { extends: true, test: { name: "unit, alone", ...alone(UNIT) } },
      { extends: true, test: { name: "integration", ...sharing(INTEGRATION), ...onDatabase } },
      { extends: true, test: { name: "integration, alone", ...alone(INTEGRATION), ...onDatabase } },
      {
        extends: true,
        test: {
          name: "realtime",
          include: ["tests/realtime/**/*.test.ts"],
          exclude: LEFT_OUT,
          ...onDatabase,
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          exclude: LEFT_OUT,
          testTimeout: 120_000,
          // A first start builds the web part.
          hookTimeout: 300_000,
          // After all others: what they do to the machine's clock would be taken for faults.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...onService,
          name: "contract",
          include: ["tests/contract/**/*.test.ts"],
          exclude: [AFTER_ALL, ...LEFT_OUT],
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        // It looks through what the run before it has left in the logs.
        test: { ...onService, name: "contract-after", include: [AFTER_ALL], sequence: { groupOrder: 3 } },
      },
    ],
  },
});
