import { defineConfig } from "vitest/config";

const onDatabase = {
  globalSetup: ["tests/helpers/global-postgres.ts"],
  setupFiles: ["tests/helpers/own-database.ts"],
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["tests/*.test.ts", "tests/unit/**/*.test.{ts,tsx}"] },
      },
      {
        extends: true,
        test: { name: "integration", include: ["tests/{integration,contract}/**/*.test.ts"], ...onDatabase },
      },
      { extends: true, test: { name: "realtime", include: ["tests/realtime/**/*.test.ts"], ...onDatabase } },
      {
        extends: true,
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          testTimeout: 120_000,
          // A first start builds the web part.
          hookTimeout: 300_000,
          // After all others: what they do to the machine's clock would be taken for faults.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
