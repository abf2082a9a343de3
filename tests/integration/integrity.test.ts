// @alone: looks at whole tables
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import type { Db } from "#db/client.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { checkIntegrity, type Fault } from "#lib/server/operator/check-integrity.ts";
import { takeStore } from "#lib/server/operator/check-files.ts";
import { objectStore } from "#lib/server/storage/storage.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { newAttachment, newReservation } from "#tests/factories/bookings.ts";
import { newExpense, newSettlement, expenseSharedBy } from "#tests/factories/money.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import {
  as,
  newComment,
  newDecision,
  newItem,
  newPlaceholder,
  newStop,
  newSuggestion,
  patchTrip,
  readTrip,
} from "#tests/factories/trips.ts";
import { filesOf } from "#tests/helpers/attachments.ts";
import { uploadPicture } from "#tests/helpers/avatars.ts";
import { SERVICE_DAMAGES, TRIP_DAMAGES } from "#tests/helpers/damages.ts";
import { runOperation } from "#tests/helpers/operations.ts";

let scene: TripFixture;
/** The ids that a damage's SQL can refer to, by name. */
let ids: Record<string, string>;

beforeAll(async () => {
  scene = await newTripFixture();
  const { owner, editor, viewer, tripId, stop } = scene;
  const other = await newTripFixture();
  const { members } = await readTrip(owner, tripId);
  const idOf = (userId: string) => members.find((member) => member.userId === userId)?.id ?? "";
  const [a, b] = [idOf(owner.userId), idOf(editor.userId)];
  const gone = await newStop(editor, scene.trip, { name: "Gone" });
  await call(stopsApi.delete, { params: { tripId, stopId: gone.id } }, as(editor));
  await call(stopsApi.vote, { params: { tripId, stopId: stop.id }, body: { value: 1 } }, as(viewer));
  await newPlaceholder(editor, tripId, "奶奶");
  await newDecision(editor, tripId);
  await newSuggestion(viewer, tripId);
  await patchTrip(owner, tripId, { startDate: "2026-11-14", endDate: "2026-11-20" });
  const [expense, shared] = [
    await newExpense(editor, tripId, expenseSharedBy(1000, "JPY", a, b)),
    await newExpense(editor, tripId, expenseSharedBy(700, "JPY", b, a)),
  ];
  await newExpense(editor, tripId, expenseSharedBy(500, "JPY", b, a), { private: true });
  const settlement = await newSettlement(editor, tripId, { from: a, to: b, amount: 5, currency: "JPY" });
  const [comment, item] = [await newComment(viewer, tripId), await newItem(editor, tripId)];
  const [booking, file] = [await newReservation(editor, tripId), await newAttachment(editor, tripId)];
  await uploadPicture(owner);
  const foreign = (await readTrip(other.owner, other.tripId)).members[0]?.id ?? "";
  ids = {
    trip: tripId,
    owner: owner.userId,
    editor: editor.userId,
    stop: stop.id,
    gone: gone.id,
    expense: expense.id,
    shared: shared.id,
    settlement: settlement.id,
    comment: comment.id,
    item: item.id,
    booking: booking.id,
    file: file.id,
    foreign,
    nobody: uuidv7(),
  };
});

/** Replaces `{name}` in a statement by the id of that name. */
function filled(text: string): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
}

/** Runs statements that no verb would send, returns what the check finds, and rolls them back. */
async function faultsAfter(damage: string): Promise<Fault[]> {
  const client = await freshDatabase().pool.connect();
  try {
    await client.query("begin");
    // This switches foreign keys and triggers off, so that the damage is like that of a disk fault.
    await client.query("set local session_replication_role = replica");
    await client.query(filled(damage));
    const db: Db = { client };
    return (await checkIntegrity(db, null, new Date())).faults;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

test("nothing is found where verbs alone have written", async () => {
  const { faults, trips } = await checkIntegrity(freshDatabase(), objectStore(), new Date());
  expect(faults).toEqual([]);
  expect(trips).toBe(3);
});

describe("damage is named, and nothing else is, where", () => {
  test.each(TRIP_DAMAGES)("%s", async (_name, damage, found) => {
    const faults = await faultsAfter(damage);
    expect(faults).toEqual(
      found.map(([check, what]) => ({
        check,
        tripId: scene.tripId,
        what: expect.stringMatching(new RegExp(filled(what.source))),
      })),
    );
  });

  test.each(SERVICE_DAMAGES)("%s", async (_name, damage, found) => {
    const faults = await faultsAfter(damage);
    expect(faults).toEqual(
      found.map(([check, what]) => ({
        check,
        tripId: null,
        what: expect.stringMatching(new RegExp(filled(what.source))),
      })),
    );
  });
});

describe("uploads", () => {
  const META = { contentType: "text/plain", cacheControl: "private" };
  const OLD = new Date(Date.now() - 3 * 60 * 60 * 1000);

  async function putOld(key: string): Promise<void> {
    await objectStore().put(key, Buffer.from("x"), META);
    utimesSync(join(process.env.DATA_DIR ?? "", "uploads", key), OLD, OLD);
  }

  beforeAll(() => takeStore(freshDatabase(), objectStore()));

  test("that no row names are named, and deleted where that is asked for; young ones are left alone", async () => {
    const leftovers = [`attachments/${ids.trip}/leftover`, `avatars/${ids.owner}/leftover.webp`].toSorted();
    for (const key of leftovers) await putOld(key);
    const young = `attachments/${ids.trip}/young`;
    await objectStore().put(young, Buffer.from("x"), META);
    const told = await runOperation("admin", ["check"]);
    expect(told).toMatchObject({ code: 1, err: "" });
    expect(told.out).toMatch(/^leftovers +2 wrong/m);
    for (const key of leftovers) expect(told.out).toContain(`  ${key}\n`);
    expect(told.out).not.toContain(young);
    expect(told.out).toContain("safe to delete: add --repair");
    const kept = await filesOf(ids.trip ?? "");
    const repaired = await runOperation("admin", ["check", "--repair"]);
    expect(repaired).toMatchObject({ code: 0, err: "" });
    expect(repaired.out).toContain("2 leftover uploads deleted.");
    expect(await filesOf(ids.trip ?? "")).toEqual(kept.filter((key) => !leftovers.includes(key)));
    await objectStore().delete(young);
  });

  test("that a row names and that are not there are named, and nothing pretends to mend them", async () => {
    const [key = ""] = await filesOf(ids.trip ?? "");
    await objectStore().delete(key);
    const told = await runOperation("admin", ["check", "--repair"]);
    expect(told).toMatchObject({ code: 1, err: "" });
    expect(told.out).toMatch(/^files +1 wrong/m);
    expect(told.out).toContain(`files:\n  ${key}`);
    const without = await runOperation("admin", ["check", "--no-files"]);
    expect(without).toMatchObject({ code: 0, err: "" });
    expect(without.out).toMatch(/^files +left out/m);
  });
});
