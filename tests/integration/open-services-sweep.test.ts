import { beforeEach, expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { sweepServiceAnswers } from "#lib/server/open-services/sweep.ts";

/* These tests cover which cached answers of open services are deleted. */

beforeEach(async () => {
  await freshDatabase().pool.query("delete from open_service_answers");
});

/** Stores an answer under each key that stays valid for the given number of days. */
async function keep(...given: (readonly [key: string, days: number])[]): Promise<void> {
  const sql =
    "insert into open_service_answers (key, answer, expires_at) values ($1, '[]', now() + $2 * interval '1 day')";
  for (const row of given) await freshDatabase().pool.query(sql, [...row]);
}

async function keys(): Promise<string[]> {
  const { rows } = await freshDatabase().pool.query("select key from open_service_answers order by key");
  return rows.map(({ key }) => String(key));
}

test("each as long as it may be kept", async () => {
  await keep(["rates:a", 1], ["rates:b", -1], ["routes:a", 0.1], ["routes:b", -30]);
  await sweepServiceAnswers(freshDatabase(), new Date());
  expect(await keys()).toEqual(["rates:a", "routes:a"]);
});

test("no more than so many, those that may be kept longest", async () => {
  await keep(["a", 1], ["b", 2], ["c", 3], ["d", 4], ["e", 5]);
  await sweepServiceAnswers(freshDatabase(), new Date(), 3);
  expect(await keys()).toEqual(["c", "d", "e"]);
  await sweepServiceAnswers(freshDatabase(), new Date(), 3);
  expect(await keys()).toHaveLength(3);
});
