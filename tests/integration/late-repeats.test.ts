import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { MAX_STOPS } from "#lib/shared/stops.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { newComment, newInvite, newStop, readTrip } from "#tests/factories/trips.ts";
import { newPdf } from "#tests/helpers/files.ts";
import { send, type SendInput, type RawAnswer } from "#tests/helpers/handlers.ts";
import { formWith } from "#tests/helpers/pictures.ts";
import { expectAbsent, expectWritten } from "#tests/helpers/refusals.ts";

/* These tests retry a create with its id after its answer was lost and the trip has changed meanwhile. */

function newIdea({
  tripId,
  editor,
}: TripFixture): SendInput & { body: { id: string; name: string; dayId: null } } {
  return { params: { tripId }, token: editor.token, body: { id: uuidv7(), dayId: null, name: "Gion" } };
}

async function fill(tripId: string): Promise<void> {
  const { client } = freshDatabase();
  await client.query(
    `insert into stops (id, trip_id, position, name)
     select gen_random_uuid(), $1, 'a' || g, 'Stop ' || g from generate_series(1, $2::int) g`,
    [tripId, MAX_STOPS],
  );
  await client.query("update trips set stop_count = stop_count + $2 where id = $1", [tripId, MAX_STOPS]);
}

test("a stop that filled the trip is answered again, though another would be refused", async () => {
  const scene = await newTripFixture();
  const idea = newIdea(scene);
  expect((await send(stopsApi.create, idea)).status).toBe(201);
  await fill(scene.tripId);
  expect(await send(stopsApi.create, idea)).toMatchObject({
    status: 200,
    body: { id: idea.body.id, name: "Gion" },
  });
  expect(await send(stopsApi.create, newIdea(scene))).toMatchObject({
    status: 422,
    body: { code: "LIMIT_REACHED" },
  });
});

test("a stop is answered again after the trip was archived, and after its author's role was lowered", async () => {
  const scene = await newTripFixture();
  const idea = newIdea(scene);
  await send(stopsApi.create, idea);
  const params = { tripId: scene.tripId, userId: scene.editor.userId };
  await send(membersApi.update, { params, token: scene.owner.token, body: { role: "viewer" } });
  expect((await send(stopsApi.create, idea)).status).toBe(200);
  await send(tripsApi.archive, { params: { tripId: scene.tripId }, token: scene.owner.token });
  expect((await send(stopsApi.create, idea)).status).toBe(200);
});

test("someone who was removed is shown nothing for it", async () => {
  const scene = await newTripFixture();
  const idea = newIdea(scene);
  await send(stopsApi.create, idea);
  const params = { tripId: scene.tripId, userId: scene.editor.userId };
  await send(membersApi.remove, { params, token: scene.owner.token });
  expect((await send(stopsApi.create, idea)).status).toBe(404);
});

test("a comment is answered again after what it is about was deleted", async () => {
  const scene = await newTripFixture();
  const { tripId, stop, guest, owner } = scene;
  const body = { id: uuidv7(), target: { kind: "stop", id: stop.id }, body: "Book ahead." };
  const comment = { params: { tripId }, token: guest.token, body };
  await send(commentsApi.create, comment);
  await send(stopsApi.delete, { params: { tripId, stopId: stop.id }, token: owner.token });
  expect(await send(commentsApi.create, comment)).toMatchObject({ status: 200, body: { id: body.id } });
});

test("kept answers forget what a deleted comment said, other people's too", async () => {
  const { tripId, viewer, editor } = await newTripFixture();
  const comment = await newComment(viewer, tripId, { body: "The code is 4711." });
  const params = { tripId, commentId: comment.id };
  const resolving = {
    params,
    token: editor.token,
    headers: { "idempotency-key": uuidv7() },
    body: { resolved: true },
  };
  await send(commentsApi.resolve, resolving);
  const editing = {
    params,
    token: viewer.token,
    headers: { "idempotency-key": uuidv7() },
    body: { body: "4712!" },
  };
  const edited = await send(commentsApi.update, editing);
  const seq = edited.headers.get("x-trip-seq") ?? "";
  const undoing = { params: { tripId, seq }, token: viewer.token, headers: { "idempotency-key": uuidv7() } };
  expect((await send(eventsApi.undo, undoing)).text).toContain("4711");
  await send(commentsApi.delete, { params, token: viewer.token });
  const repeats = [
    await send(commentsApi.resolve, resolving),
    await send(commentsApi.update, editing),
    await send(eventsApi.undo, undoing),
  ];
  expect(repeats.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const { text } of repeats) expect(text).not.toMatch(/471[12]/);
});

function keyed(input: SendInput): SendInput {
  return { ...input, headers: { "idempotency-key": uuidv7() } };
}

test("an answer that was kept says nothing to whoever was removed since", async () => {
  const { tripId, stop, owner } = await newTripFixture();
  const person = await newPerson();
  const { token } = person;
  const invite = await newInvite(owner, tripId, { role: "editor" });
  const params = { tripId, stopId: stop.id, token: invite.token };
  const joining = keyed({ params, token });
  expectWritten(await send(invitesApi.accept, joining));
  const deeds: [Parameters<typeof send>[0], SendInput][] = [
    [tripsApi.update, keyed({ params, token, body: { title: "Secret" } })],
    [stopsApi.update, keyed({ params, token, body: { notes: "Secret" } })],
    [
      commentsApi.create,
      keyed({ params, token, body: { target: { kind: "trip", id: tripId }, body: "Hi" } }),
    ],
    [stopsApi.vote, keyed({ params, token, body: { value: 1 } })],
  ];
  for (const [endpoint, input] of deeds) expect((await send(endpoint, input)).status).toBeLessThan(300);
  const file = { ...keyed({ params, token }), query: { target: `trip:${tripId}`, name: "a.pdf" } };
  const upload = () =>
    send(attachmentsApi.upload, { ...file, form: formWith(newPdf(), "a.pdf", "application/pdf") });
  expectWritten(await upload(), 201);
  await send(membersApi.remove, { params: { tripId, userId: person.userId }, token: owner.token });
  for (const [endpoint, input] of deeds) expectAbsent(await send(endpoint, input), "trip");
  expectAbsent(await upload(), "trip");
  // The retry still answers that the person has joined once, but gives no access.
  expect((await send(invitesApi.accept, joining)).status).toBe(200);
  expectAbsent(await send(tripsApi.get, { params, token }), "trip");
});

test("whoever left is told so again, and joins by no old request", async () => {
  const { tripId, owner } = await newTripFixture();
  const { token } = await newPerson();
  const invite = await newInvite(owner, tripId, { role: "viewer" });
  const joining = keyed({ params: { token: invite.token }, token });
  const leaving = keyed({ params: { tripId }, token });
  expectWritten(await send(invitesApi.accept, joining));
  expectWritten(await send(tripsApi.leave, leaving), 204);
  expectWritten(await send(tripsApi.leave, leaving), 204);
  expect((await send(invitesApi.accept, joining)).status).toBe(200);
  expectAbsent(await send(tripsApi.get, { params: { tripId }, token }), "trip");
});

test("whoever made a trip and left it is not shown it for that", async () => {
  const { owner, editor } = await newTripFixture();
  const creating = keyed({ token: owner.token, body: { title: "Kyoto" } });
  const made = await send(tripsApi.create, creating);
  const tripId = (made.body as { id: string }).id;
  const params = { tripId };
  const { token } = await newInvite(owner, tripId, { role: "editor" });
  await send(invitesApi.accept, { params: { token }, token: editor.token });
  const heir = { params, token: owner.token, body: { userId: editor.userId } };
  expectWritten(await send(tripsApi.transfer, heir));
  expect((await send(tripsApi.create, creating)).status).toBe(201);
  await send(tripsApi.leave, { params, token: owner.token });
  expectAbsent(await send(tripsApi.create, creating), "trip");
});

test("a whole trip is answered again as it was then, though no copy of it is kept", async () => {
  const { tripId, trip, stop, owner, editor } = await newTripFixture();
  const params = { tripId, stopId: stop.id };
  const { token } = editor;
  const dates = { startDate: "2026-11-15", endDate: "2026-11-16", dateMode: "keep" };
  const requests: [Parameters<typeof send>[0], SendInput][] = [
    [tripsApi.update, keyed({ params, token, body: { title: "Kyoto and Nara" } })],
    [tripsApi.update, keyed({ params, token, body: dates })],
    [tripsApi.duplicate, keyed({ params, token, body: { title: "Again" } })],
    [
      tripsApi.create,
      keyed({ token, body: { title: "Osaka", startDate: "2027-01-01", endDate: "2027-01-02" } }),
    ],
  ];
  const first: RawAnswer[] = [];
  for (const [endpoint, input] of requests) first.push(await send(endpoint, input));
  await newStop(owner, trip, { dayId: null, name: "Later" });
  await newComment(owner, tripId);
  await send(stopsApi.update, { params, token, body: { name: "Renamed" } });
  await send(tripsApi.update, { params, token, body: { title: "Nara" } });
  for (const [index, [endpoint, input]] of requests.entries()) {
    const again = await send(endpoint, input);
    expect([again.status, again.body]).toEqual([first[index]?.status, first[index]?.body]);
    expect(again.headers.get("x-trip-seq")).toBe(first[index]?.headers.get("x-trip-seq"));
  }
  expect((await readTrip(owner, tripId)).title).toBe("Nara");
  expect(await longestAnswer(editor)).toBeLessThan(100);
});

test("an undo is answered again from the log, to whoever may still read it", async () => {
  const { tripId, stop, owner, editor } = await newTripFixture();
  const params = { tripId, stopId: stop.id };
  const { token } = editor;
  const seq = expectWritten(await send(stopsApi.update, { params, token, body: { notes: "Book" } }));
  const undoing = keyed({ params: { tripId, seq: String(seq) }, token });
  const first = await send(eventsApi.undo, undoing);
  await send(stopsApi.update, { params, token: owner.token, body: { name: "Renamed" } });
  const again = await send(eventsApi.undo, undoing);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(again.headers.get("x-trip-seq")).toBe(first.headers.get("x-trip-seq"));
  expect(await longestAnswer(editor)).toBeLessThan(100);
  const member = { tripId, userId: editor.userId };
  await send(membersApi.remove, { params: member, token: owner.token });
  expectAbsent(await send(eventsApi.undo, undoing), "trip");
});

async function longestAnswer({ userId }: Person): Promise<number> {
  const text = "select max(length(body))::int as longest from idempotency_keys where user_id = $1";
  const { rows } = await freshDatabase().pool.query<{ longest: number }>(text, [userId]);
  return rows[0]?.longest ?? 0;
}
