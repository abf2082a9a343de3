import { expect } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { checkIntegrity } from "#lib/server/operator/check-integrity.ts";

/** Checks that the test file's calls of the service have left only rows that follow all rules of the database. */
export async function expectIntegrity(): Promise<void> {
  const { faults } = await checkIntegrity(freshDatabase(), null, new Date());
  expect(faults).toEqual([]);
}
