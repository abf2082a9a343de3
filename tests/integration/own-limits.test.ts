// @alone @long: moves the clock, which the ids that are made next follow; the fair share of every kind of request
import { v7 as uuidv7 } from "uuid";
import { afterEach, expect, test, vi } from "vitest";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newComment, readTrip } from "#tests/factories/trips.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { uniqueAddress } from "#tests/helpers/unique.ts";

/* These tests cover how much one person may write in ten minutes, from any address. */

afterEach(() => vi.useRealTimers());

type Write = () => Promise<RawAnswer>;

async function inRounds(count: number, write: Write): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let done = 0; done < count; done += 20) {
    const sent = await Promise.all(Array.from({ length: Math.min(20, count - done) }, write));
    for (const { status } of sent) statuses.add(status);
  }
  return statuses;
}

function expectLimited({ status, body, headers }: RawAnswer): void {
  expect({ status, body }).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
  const wait = Number(headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(600);
}

/** Each request comes from a different address, because a change of address must not avoid the limit. */
const from = () => ({ "x-wayfare-client-ip": uniqueAddress() });

test("a lively chat goes through, a flood of comments does not, and the next one is told when to come back", async () => {
  const { tripId, viewer, guest } = await newTripFixture();
  const first = await newComment(viewer, tripId);
  const body = { target: { kind: "trip", id: tripId }, body: "And then?" };
  const write = ({ token }: Person) =>
    send(commentsApi.create, { params: { tripId }, token, body, headers: from() });
  const params = { tripId, commentId: first.id };
  const edit = () => send(commentsApi.update, { params, token: viewer.token, body: { body: "Well?" } });
  expect(await inRounds(298, () => write(viewer))).toEqual(new Set([201]));
  expect((await edit()).status).toBe(200);
  const { seq } = await readTrip(viewer, tripId);
  expectLimited(await write(viewer));
  expectLimited(await edit());
  expect((await readTrip(viewer, tripId)).seq).toBe(seq);
  // The limit counts by person, and it ends after ten minutes.
  expect((await write(guest)).status).toBe(201);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
  expect((await write(viewer)).status).toBe(201);
});

test("comments that name people end sooner, since each tells all of them", async () => {
  const { tripId, guest, owner } = await newTripFixture();
  const mentions = (await readTrip(owner, tripId)).members.map(({ id }) => id);
  const target = { kind: "trip", id: tripId };
  const write = (named: string[]) => {
    const body = { target, body: "@all", mentions: named };
    return send(commentsApi.create, { params: { tripId }, token: guest.token, body });
  };
  const comment = await newComment(guest, tripId);
  const edit = () => {
    const params = { tripId, commentId: comment.id };
    return send(commentsApi.update, { params, token: guest.token, body: { body: "@all", mentions } });
  };
  expect(await inRounds(59, () => write(mentions))).toEqual(new Set([201]));
  expect((await edit()).status).toBe(200);
  expectLimited(await write(mentions));
  expectLimited(await edit());
  expect((await write([])).status).toBe(201);
});

test("a comment that was written is answered again, whatever the limit", async () => {
  const { tripId, viewer } = await newTripFixture();
  const body = { id: uuidv7(), target: { kind: "trip", id: tripId }, body: "Hi" };
  const write = () => send(commentsApi.create, { params: { tripId }, token: viewer.token, body });
  expect((await write()).status).toBe(201);
  expect(await inRounds(320, write)).toEqual(new Set([200]));
});

test("suggestions of one person end at sixty", async () => {
  const { tripId, viewer, owner } = await newTripFixture();
  const body = { changes: [{ op: "trips.update", input: { title: "Nara" } }] };
  const suggest = ({ token }: Person) =>
    send(suggestionsApi.create, { params: { tripId }, token, body, headers: from() });
  expect(await inRounds(60, () => suggest(viewer))).toEqual(new Set([201]));
  expectLimited(await suggest(viewer));
  expect((await readTrip(owner, tripId)).suggestions).toHaveLength(60);
  expect((await suggest(owner)).status).toBe(201);
});

test("copies of trips end at sixty", async () => {
  const { tripId, viewer, owner } = await newTripFixture();
  const body = { title: "Again" };
  const copy = ({ token }: Person) =>
    send(tripsApi.duplicate, { params: { tripId }, token, body, headers: from() });
  expect(await inRounds(60, () => copy(viewer))).toEqual(new Set([201]));
  expectLimited(await copy(viewer));
  expect((await copy(owner)).status).toBe(201);
});
