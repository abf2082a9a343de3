import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { freshDatabase } from "#lib/server/database.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { MAX_STOPS } from "#lib/shared/stops.ts";
import { newScene, type Scene } from "#tests/factories/scenes.ts";
import { newComment } from "#tests/factories/trips.ts";
import { send, type SendInput } from "#tests/helpers/handlers.ts";

/* A create whose answer was lost is repeated under its id when the world has moved on. */

function newIdea({ tripId, editor }: Scene): SendInput & { body: { id: string; name: string; dayId: null } } {
  return { params: { tripId }, token: editor.token, body: { id: uuidv7(), dayId: null, name: "Gion" } };
}

async function fill(tripId: string): Promise<void> {
  const { client } = freshDatabase();
  await client.query(
    `insert into stops (id, trip_id, position, name)
     select gen_random_uuid(), $1, 'a' || g, 'Stop ' || g from generate_series(1, $2::int) g`,
    [tripId, MAX_STOPS],
  );
  await client.query("update trips set seq = seq + $2 where id = $1", [tripId, MAX_STOPS]);
}

test("a stop that filled the trip is answered again, though another would be refused", async () => {
  const scene = await newScene();
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
  const scene = await newScene();
  const idea = newIdea(scene);
  await send(stopsApi.create, idea);
  const params = { tripId: scene.tripId, userId: scene.editor.userId };
  await send(membersApi.update, { params, token: scene.owner.token, body: { role: "viewer" } });
  expect((await send(stopsApi.create, idea)).status).toBe(200);
  await send(tripsApi.archive, { params: { tripId: scene.tripId }, token: scene.owner.token });
  expect((await send(stopsApi.create, idea)).status).toBe(200);
});

test("someone who was removed is shown nothing for it", async () => {
  const scene = await newScene();
  const idea = newIdea(scene);
  await send(stopsApi.create, idea);
  const params = { tripId: scene.tripId, userId: scene.editor.userId };
  await send(membersApi.remove, { params, token: scene.owner.token });
  expect((await send(stopsApi.create, idea)).status).toBe(404);
});

test("a comment is answered again after what it is about was deleted", async () => {
  const scene = await newScene();
  const { tripId, stop, guest, owner } = scene;
  const body = { id: uuidv7(), target: { kind: "stop", id: stop.id }, body: "Book ahead." };
  const comment = { params: { tripId }, token: guest.token, body };
  await send(commentsApi.create, comment);
  await send(stopsApi.delete, { params: { tripId, stopId: stop.id }, token: owner.token });
  expect(await send(commentsApi.create, comment)).toMatchObject({ status: 200, body: { id: body.id } });
});

test("kept answers forget what a deleted comment said, other people's too", async () => {
  const { tripId, viewer, editor } = await newScene();
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
