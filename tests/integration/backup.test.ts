// @alone: looks at whole tables
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { moneyApi } from "#lib/shared/api/money.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newAttachment } from "#tests/factories/bookings.ts";
import { newExpense, newSettlement, expenseSharedBy } from "#tests/factories/money.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { as, historyAfter, newComment, newItem, newStop, readTrip } from "#tests/factories/trips.ts";
import { getFile } from "#tests/helpers/attachments.ts";
import { getPicture, uploadPicture } from "#tests/helpers/avatars.ts";
import { newPdf } from "#tests/helpers/files.ts";
import { contentHash } from "#tests/helpers/fingerprint.ts";
import { inDatabase, runOperation } from "#tests/helpers/operations.ts";
import { type ClonedDatabase, cloneDatabase } from "#tests/helpers/clone-database.ts";

const folder = mkdtempSync(join(inject("runFolder"), "backups-"));
const file = join(folder, "wayfare.tar.gz");
const BYTES = newPdf({ size: 300_000, text: "京都" });

let scene: TripFixture;
let attachmentId: string;
let image: string;
let balances: unknown;
let other: ClonedDatabase;
/** The number of stops that were added while the backup was made. */
let added = 0;

beforeAll(async () => {
  scene = await newTripFixture();
  const { owner, editor, viewer, tripId } = scene;
  const { members } = await readTrip(owner, tripId);
  const [a = "", b = "", c = ""] = members.map(({ id }) => id);
  await newExpense(editor, tripId, expenseSharedBy(10_001, "JPY", a, b, c));
  await newExpense(owner, tripId, expenseSharedBy(-333, "JPY", b, c), { private: true });
  await newSettlement(editor, tripId, { from: b, to: a, amount: 1500, currency: "JPY" });
  await newComment(viewer, tripId, { body: "Tab\t, line\nbreak, \\N, \\. and 京都 🚄" });
  await newItem(editor, tripId);
  ({ id: attachmentId } = await newAttachment(editor, tripId, { bytes: BYTES }));
  image = await uploadPicture(owner);
  balances = await readBalances();
  other = await cloneDatabase(inject("postgresUrl"));
});

afterAll(() => other.drop());

async function readBalances(): Promise<unknown> {
  const { owner, tripId } = scene;
  return (await call(moneyApi.balances, { params: { tripId } }, as(owner))).data;
}

function tripAt(seq: number): Promise<TripDto> {
  const { owner, tripId } = scene;
  return call(tripsApi.snapshot, { params: { tripId }, query: { seq } }, as(owner)).then(({ data }) => data);
}

/** Adds stops until the signal aborts, as users do during a backup. */
async function keepAdding(until: AbortSignal): Promise<void> {
  while (!until.aborted && added < 1500) {
    await newStop(scene.editor, scene.trip, { name: `Stop ${added}`, notes: "x".repeat(5000) });
    added += 1;
  }
}

describe("a backup that is made while people write", () => {
  test("is one file of one's own", async () => {
    const done = new AbortController();
    const writing = keepAdding(done.signal);
    const told = await runOperation("backup", [file]).finally(() => done.abort());
    await writing;
    expect(told).toMatchObject({ code: 0, err: "" });
    expect(told.out).toMatch(/Backed up 6 people, 2 trips, \d+ events\. 2 uploads \(/);
    expect(told.out).toContain("BETTER_AUTH_SECRET above all, are NOT in it");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(added).toBeGreaterThan(1);
  });

  test("is whole, and says so", async () => {
    const told = await runOperation("restore", [file, "--check"], {
      DATABASE_URL: "postgresql://nowhere.invalid/x",
    });
    expect(told).toMatchObject({ code: 0, err: "" });
    expect(told.out).toMatch(/is whole: 6 people, 2 trips, \d+ events, 2 uploads/);
  });

  test("holds one moment: a trip with exactly the events it says, and no other", async () => {
    const told = await runOperation("restore", [file], {
      DATABASE_URL: other.url,
      DATA_DIR: join(folder, "other"),
    });
    expect(told).toMatchObject({ code: 0, err: "" });
    const { rows } = await inDatabase(other.url, (client) =>
      client.query(
        `select seq, stop_count as stops, (select count(*)::int from trip_events where trip_id = trips.id) as events,
           (select max(seq) from trip_events where trip_id = trips.id) as newest,
           (select count(*)::int from stops where trip_id = trips.id and deleted_at is null) as counted
         from trips where id = $1`,
        [scene.tripId],
      ),
    );
    const [{ seq, stops }] = rows;
    expect(rows).toEqual([{ seq, stops, events: seq, newest: seq, counted: stops }]);
    expect(stops).toBeGreaterThan(0);
    expect(stops).toBeLessThanOrEqual(added + 1);
  });
});

describe("a service whose backup was restored", () => {
  let seq: number;
  let expected: TripDto;
  let log: unknown[];

  beforeAll(async () => {
    const { owner, tripId } = scene;
    const { rows } = await inDatabase(other.url, (client) =>
      client.query<{ seq: number }>("select seq from trips where id = $1", [tripId]),
    );
    seq = rows[0]?.seq ?? 0;
    expected = await tripAt(seq);
    log = (await historyAfter(owner, tripId, 0)).filter((event) => event.seq <= seq);
    await call(tripsApi.update, { params: { tripId }, body: { title: "Ruined" } }, as(owner));
    rmSync(join(process.env.DATA_DIR ?? "", "uploads"), { recursive: true });
    const refused = await runOperation("restore", [file]);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toMatch(/holds 6 people and 2 trips.*add --replace\. Nothing was changed\./);
    expect((await readTrip(owner, tripId)).title).toBe("Ruined");
    const told = await runOperation("restore", [file, "--replace"], {
      PARTYKIT_URL: "https://rooms.example.test",
    });
    expect(told).toMatchObject({ code: 0, err: "" });
    expect(told.out).toContain("Deploy the rooms anew");
    // This test is connected to the database as a server is, so the command warns.
    expect(told.out).toMatch(
      /\nwarning: a server of Wayfare has been running on this database: start it anew NOW/,
    );
  });

  test("answers the same trip, to the same session", async () => {
    expect(await readTrip(scene.owner, scene.tripId)).toEqual(expected);
  });

  test("has the same history", async () => {
    expect(await historyAfter(scene.owner, scene.tripId, 0)).toEqual(log);
  });

  test("has the same balances, private ones too", async () => {
    expect(await readBalances()).toEqual(balances);
  });

  test("has the same files and pictures", async () => {
    const answer = await getFile(scene.viewer, { tripId: scene.tripId, attachmentId });
    expect(Buffer.from(await answer.arrayBuffer()).equals(BYTES)).toBe(true);
    expect((await getPicture(image)).status).toBe(200);
  });

  test("goes on where it was: the next write has the next seq", async () => {
    await newStop(scene.editor, scene.trip, { name: "Next" });
    expect((await readTrip(scene.owner, scene.tripId)).seq).toBe(seq + 1);
    const { data } = await call(
      membersApi.addPlaceholder,
      { params: { tripId: scene.tripId }, body: { name: "奶奶" } },
      as(scene.editor),
    );
    expect(data.name).toBe("奶奶");
  });

  test("keeps its triggers: a changed name is noted for the trips", async () => {
    const noted = await inDatabase(process.env.DATABASE_URL ?? "", async (client) => {
      await client.query("update users set name = 'Anna' where id = $1", [scene.owner.userId]);
      return client.query("select from profile_changes where user_id = $1", [scene.owner.userId]);
    });
    expect(noted.rowCount).toBe(1);
  });

  test("is the same in every row where nothing was written since", async () => {
    expect(await runOperation("restore", [file, "--replace"])).toMatchObject({ code: 0 });
    const restored = await contentHash();
    const again = join(folder, "again.tar.gz");
    await runOperation("backup", [again]);
    expect(await runOperation("restore", [again, "--replace"])).toMatchObject({ code: 0 });
    expect(await contentHash()).toEqual(restored);
  });
});
