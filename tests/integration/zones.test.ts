import { expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { isTimeZone } from "#lib/shared/dates.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTrip, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectInvalid } from "#tests/helpers/refusals.ts";

const SHORT_NAMES =
  "ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST";

test("a zone that is taken is one that PostgreSQL knows, and is the same place to it", async () => {
  const { client } = freshDatabase();
  const names = [
    ...Intl.supportedValuesOf("timeZone"),
    "UTC",
    "GMT",
    "Etc/GMT+12",
    "Etc/GMT-14",
    "US/Hawaii",
  ];
  const at = new Date("2027-01-15T12:00:00Z");
  for (const name of [...names, ...SHORT_NAMES.split(" ")].filter(isTimeZone)) {
    const { rows } = await client.query<{ wall: string }>(
      "select to_char($1::timestamptz at time zone $2, 'YYYY-MM-DD HH24:MI') as wall",
      [at, name],
    );
    const here = at.toLocaleString("sv-SE", { timeZone: name, dateStyle: "short", timeStyle: "short" });
    // Node and PostgreSQL have time zone data of different years; governments changed offsets between these years, but
    // never by more than an hour.
    const apart = Math.abs(Date.parse(`${rows[0]?.wall}Z`) - Date.parse(`${here}Z`));
    expect([name, apart <= 3_600_000]).toEqual([name, true]);
  }
});

test.each(["CAT", "ist", "US/Pacific-New", "Canada/East-Saskatchewan"])("%s is no zone", async (timezone) => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const answer = await send(tripsApi.update, {
    params: { tripId: trip.id },
    token: ann.token,
    body: { timezone },
  });
  expectInvalid(answer, ["timezone", "Use an IANA time zone such as Asia/Tokyo."]);
});

test("a stored zone that the database does not know takes nothing down, and can be changed", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const today = new Date().toISOString().slice(0, 10);
  await freshDatabase().client.query(
    "update trips set timezone = 'Mars/Olympus', start_date = $2, end_date = $2 where id = $1",
    [trip.id, today],
  );
  const list = await send(tripsApi.list, { token: ann.token });
  expect(list.status).toBe(200);
  expect(await readTrip(ann, trip.id)).toMatchObject({ timezone: "Mars/Olympus", status: "ongoing" });
  expect(await patchTrip(ann, trip.id, { timezone: "Asia/Tokyo" })).toMatchObject({ timezone: "Asia/Tokyo" });
});
