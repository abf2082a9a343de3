import { expect } from "vitest";
import { freshDatabase } from "#lib/server/database.ts";
import { checkIntegrity } from "#lib/server/operator/check-integrity.ts";

/** Whatever a file's tests did by the service's own verbs: nothing is there that can't be. */
export async function expectIntegrity(): Promise<void> {
  const { faults } = await checkIntegrity(freshDatabase(), null, new Date());
  expect(faults).toEqual([]);
}
