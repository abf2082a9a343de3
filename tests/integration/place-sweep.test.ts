import { beforeEach, expect, test } from "vitest";
import { freshDatabase } from "#lib/server/database.ts";
import { sweepPlaceSearches } from "#lib/server/places/sweep.ts";

/* What is left of the answers that servers of places gave. */

beforeEach(async () => {
  await freshDatabase().pool.query("delete from place_searches");
});

/** Answers by key, so many days old. */
async function keep(...given: (readonly [key: string, days: number])[]): Promise<void> {
  const sql =
    "insert into place_searches (key, places, found_at) values ($1, '[]', now() - $2 * interval '1 day')";
  for (const row of given) await freshDatabase().pool.query(sql, [...row]);
}

async function keys(): Promise<string[]> {
  const { rows } = await freshDatabase().pool.query("select key from place_searches order by key");
  return rows.map(({ key }) => String(key));
}

test("each as long as its own server lets it, and what is filed under none a month", async () => {
  await keep(["photon:a", 6], ["photon:b", 8], ["nominatim:a", 8], ["nominatim:b", 31], ["a", 8], ["b", 31]);
  await sweepPlaceSearches(freshDatabase(), new Date());
  expect(await keys()).toEqual(["a", "nominatim:a", "photon:a"]);
});

test("no more than so many, the newest ones", async () => {
  await keep(["photon:a", 5], ["photon:b", 4], ["nominatim:c", 3], ["photon:d", 2], ["photon:e", 1]);
  await sweepPlaceSearches(freshDatabase(), new Date(), 3);
  expect(await keys()).toEqual(["nominatim:c", "photon:d", "photon:e"]);
  await sweepPlaceSearches(freshDatabase(), new Date(), 3);
  expect(await keys()).toHaveLength(3);
});
