import { expect, test } from "vitest";
import type { Database } from "#db/client.ts";
import { isDatabaseWritable } from "#db/queries/takes-writes.ts";

/** Returns a database whose first statement fails with this PostgreSQL error code. */
function failing(code: string): Pick<Database, "transaction"> {
  return { transaction: () => Promise.reject(Object.assign(new Error(code), { code })) };
}

test.each([
  ["read-only", "25006"],
  ["one whose role may not write", "42501"],
  ["one whose disk is full", "53100"],
  ["one whose disk fails", "58030"],
])("a database that is %s takes no writes", async (_, code) => {
  expect(await isDatabaseWritable(failing(code))).toBe(false);
});

test("one that is not reached, or has no connection left, says nothing of its writes", async () => {
  for (const code of ["08006", "53300", "57P03"]) {
    await expect(isDatabaseWritable(failing(code))).rejects.toThrow(code);
  }
});
