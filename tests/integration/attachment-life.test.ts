// @alone: looks at whole tables
import { beforeAll, expect, test } from "vitest";
import { sweepAttachments } from "#lib/server/attachments/jobs.ts";
import { ATTACHMENTS, folderOfTrip } from "#lib/server/attachments/object-keys.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { runTick } from "#lib/server/realtime/tick.ts";
import { takeFolder } from "#lib/server/storage/owner.ts";
import { objectStore } from "#lib/server/storage/storage.ts";
import { accountApi } from "#lib/shared/api/account.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { newAttachment, newReservation } from "#tests/factories/bookings.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newMember, newTrip, readTrip } from "#tests/factories/trips.ts";
import { deleteAccountAndWait } from "#tests/helpers/account-steps.ts";
import { filesOf } from "#tests/helpers/attachments.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectAbsent, expectWritten } from "#tests/helpers/refusals.ts";

const HOUR_MS = 3_600_000;

beforeAll(() => takeFolder(freshDatabase(), objectStore(), ATTACHMENTS));

async function tickAt(time: number): Promise<void> {
  await runTick(new Date(time));
  await awaitDeferredWork();
}

async function rowOf(id: string): Promise<{ purged: boolean } | undefined> {
  const { rows } = await freshDatabase().pool.query<{ purged: boolean }>(
    "select purged_at is not null as purged from attachments where id = $1",
    [id],
  );
  return rows[0];
}

test("30 days after a file was deleted its bytes go, in the tick, and then nobody can restore it", async () => {
  const { tripId, editor } = await newTripFixture();
  const { token } = editor;
  const kept = await newAttachment(editor, tripId);
  const { id: attachmentId } = await newAttachment(editor, tripId);
  const params = { tripId, attachmentId };
  const seq = expectWritten(await send(attachmentsApi.delete, { params, token }), 204);
  // The test ages the row, because a later clock would also end the session.
  const age = (interval: string) =>
    freshDatabase().pool.query("update attachments set deleted_at = now() - $2::interval where id = $1", [
      attachmentId,
      interval,
    ]);
  const now = Date.now();
  await age("29 days 23 hours");
  await tickAt(now);
  expect([await rowOf(attachmentId), (await filesOf(tripId)).length]).toEqual([{ purged: false }, 2]);
  // The ticks of several servers run at the same time.
  await age("30 days 1 hour");
  await Promise.all([1, 2, 3].map((minute) => tickAt(now + minute * 60_000)));
  expect([await rowOf(attachmentId), (await filesOf(tripId)).length]).toEqual([{ purged: true }, 1]);
  expectAbsent(await send(attachmentsApi.restore, { params, token }), "attachment");
  const undo = { params: { tripId, seq: String(seq) }, token };
  expectAbsent(await send(eventsApi.undo, undo), "attachment");
  expect((await readTrip(editor, tripId)).attachments).toEqual([kept]);
});

test("a purge that could not delete the bytes leaves them to the sweep", async () => {
  const { tripId, editor } = await newTripFixture();
  const { id } = await newAttachment(editor, tripId);
  await freshDatabase().pool.query(
    "update attachments set deleted_at = now(), purged_at = now() where id = $1",
    [id],
  );
  await sweepAttachments(new Date(Date.now() + 2 * HOUR_MS));
  expect(await filesOf(tripId)).toEqual([]);
});

test("the sweep is a job of the tick, in the first minute of an hour", async () => {
  const { tripId } = await newTripFixture();
  const key = `${folderOfTrip(tripId)}/${"o".repeat(43)}`;
  await objectStore().put(key, new Uint8Array([1]), { contentType: "application/pdf", cacheControl: "" });
  const hour = Math.ceil((Date.now() + HOUR_MS + 60_000) / HOUR_MS) * HOUR_MS;
  await tickAt(hour + 61_000);
  expect(await filesOf(tripId)).toEqual([key]);
  await tickAt(hour + 5000);
  expect(await filesOf(tripId)).toEqual([]);
});

test("a trip that ends with its owner's account takes its reservations and files along, bytes and ids too", async () => {
  const { owner, tripId, stop } = await newTripFixture();
  const alone = await newTrip(owner);
  const linked = await newReservation(owner, tripId, { stopId: stop.id });
  const booking = await newReservation(owner, alone.id);
  await newAttachment(owner, alone.id, { target: { kind: "reservation", id: booking.id } });
  const file = await newAttachment(owner, tripId, { target: { kind: "reservation", id: linked.id } });
  const heir = await newMember(owner, alone, "viewer");
  await deleteAccountAndWait(heir);
  await deleteAccountAndWait(owner);
  expect(await filesOf(alone.id)).toEqual([]);
  const { rows } = await freshDatabase().pool.query(
    "select id from reservations where trip_id = $1 union all select id from attachments where trip_id = $1",
    [alone.id],
  );
  expect(rows).toEqual([]);
  expect(await filesOf(tripId)).toHaveLength(1);
  expect(await rowOf(file.id)).toEqual({ purged: false });
});

test("ids that a purged trip's reservations had may be used again", async () => {
  const { stranger: ann } = await newTripFixture();
  const alone = await newTrip(ann);
  const id = "0199b6a0-7c00-7000-8000-00000000beef";
  await newReservation(ann, alone.id, { id });
  await deleteAccountAndWait(ann);
  const { editor, tripId } = await newTripFixture();
  expect((await newReservation(editor, tripId, { id })).id).toBe(id);
});

test("an export holds the bookings, and of files what the trip says of them", async () => {
  const { owner, tripId } = await newTripFixture();
  const booking = await newReservation(owner, tripId);
  const file = await newAttachment(owner, tripId);
  const sent = await send(accountApi.export, { token: owner.token });
  expect(sent.body).toMatchObject({ trips: [{ trip: { reservations: [booking], attachments: [file] } }] });
  expect(sent.text).not.toContain((await filesOf(tripId))[0]);
});
