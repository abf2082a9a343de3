// @alone: looks at whole tables
import { afterEach, expect, test } from "vitest";
import { connectAccountEvents } from "#lib/server/account/account-events.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { CommentDto } from "#lib/shared/comments.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newReservation } from "#tests/factories/bookings.ts";
import { enterAsGuest } from "#tests/factories/guests.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { historyAfter, newComment, newInvite, newItem, newStop, readTrip } from "#tests/factories/trips.ts";
import { memberOf, signInAs } from "#tests/factories/guest-fixture.ts";
import { tablesWith } from "#tests/helpers/account-rows.ts";
import { expectConverged } from "#tests/helpers/expenses.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectIntegrity } from "#tests/helpers/integrity.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";
import { expectWritten } from "#tests/helpers/refusals.ts";

/* These tests cover deleted rows that refer to a guest who turns out to be an existing member. */

connectAccountEvents();
useMailbox();
afterEach(awaitDeferredWork);

function wordsOf({ userId }: Person): string {
  return `What the guest ${userId} said.`;
}

/**
 * Creates a row of each kind that can refer to a guest. Lists of people contain both the guest and the editor who the
 * guest turns out to be.
 */
async function newThings() {
  const scene = await newTripFixture();
  const { owner, editor, trip, tripId } = scene;
  const guest = await enterAsGuest((await newInvite(owner, tripId)).token, "Ed on a phone");
  const { members } = await readTrip(owner, tripId);
  const [own, other] = [memberOf(members, editor.userId), memberOf(members, guest.userId)];
  const both = [other.id, own.id];
  const stop = await newStop(owner, trip, { participants: both });
  const booking = await newReservation(owner, tripId, { participants: [other.id] });
  const item = await newItem(owner, tripId, { assigneeId: other.id });
  const empty = await readTrip(owner, tripId);
  const said = await newComment(guest, tripId, { body: wordsOf(guest) });
  const asked = await newComment(owner, tripId, { body: "@Ed, you?", mentions: both });
  return { ...scene, guest, own, other, stop, booking, item, empty, said, asked };
}

type Things = Awaited<ReturnType<typeof newThings>>;

/** Deletes or restores the rows that {@link newThings} has created; only its author may delete a comment. */
async function all(
  { tripId, owner, stop, booking, item, said, asked }: Things,
  how: "delete" | "restore",
  by: Person,
) {
  const status = how === "delete" ? 204 : 200;
  const { token } = owner;
  const sent = [
    await send(stopsApi[how], { params: { tripId, stopId: stop.id }, token }),
    await send(reservationsApi[how], { params: { tripId, reservationId: booking.id }, token }),
    await send(itemsApi[how], { params: { tripId, itemId: item.id }, token }),
    await send(commentsApi[how], { params: { tripId, commentId: said.id }, token: by.token }),
    await send(commentsApi[how], { params: { tripId, commentId: asked.id }, token }),
  ];
  for (const answer of sent) expectWritten(answer, status);
}

/** Returns the trip without `updatedAt`, a field of the trip list that no event carries. */
function still(trip: TripDto): TripDto {
  return { ...trip, updatedAt: "" };
}

async function expectAsOf(by: Person, then: TripDto): Promise<void> {
  const query = { seq: String(then.seq) };
  const sent = await send(tripsApi.snapshot, { params: { tripId: then.id }, query, token: by.token });
  expect(still(sent.body as TripDto)).toEqual(still(then));
}

test("it is theirs when it comes back, and until then nobody is told of it", async () => {
  const things = await newThings();
  const { owner, editor, tripId, guest, own, stop, booking, item, said, asked } = things;
  await all(things, "delete", guest);
  const old = await readTrip(owner, tripId);
  await signInAs(editor, guest);
  const deleted = new Set([stop, booking, item, said, asked].map(({ id }) => id));
  const told = await historyAfter(owner, tripId, old.seq);
  expect(told.filter((event) => event.op !== "redacted" && deleted.has(event.entityId))).toEqual([]);
  await expectConverged(owner, old);

  await all(things, "restore", editor);
  const after = await expectConverged(owner, old);
  expect(after.stops.find(({ id }) => id === stop.id)?.participants).toEqual([own.id]);
  expect(after.reservations[0]?.participants).toEqual([own.id]);
  expect(after.items[0]?.assigneeId).toBe(own.id);
  const query = { target: `trip:${tripId}` };
  const thread = await send(commentsApi.list, { params: { tripId }, query, token: owner.token });
  expect(thread.body as CommentDto[]).toMatchObject([
    { id: said.id, memberId: own.id, body: wordsOf(guest) },
    { id: asked.id, mentions: [own.id] },
  ]);
  await expectIntegrity();
});

test("the trip as it was has it where it was, and not before it was made", async () => {
  const things = await newThings();
  const { owner, editor, tripId, guest, empty } = things;
  const full = await readTrip(owner, tripId);
  await all(things, "delete", guest);
  const bare = await readTrip(owner, tripId);
  await signInAs(editor, guest);
  for (const then of [bare, full, empty]) await expectAsOf(owner, then);
});

test("a deleted comment's words stay out of the log, and nothing is found amiss", async () => {
  const things = await newThings();
  await all(things, "delete", things.guest);
  await signInAs(things.editor, things.guest);
  expect(await tablesWith(wordsOf(things.guest))).toEqual({ comments: 1 });
  await expectIntegrity();
});
