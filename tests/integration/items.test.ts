import { v7 as uuidv7 } from "uuid";
import { describe, expect, test, vi } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { type ItemDto, MAX_ITEMS } from "#lib/shared/items.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { as, lastGroup, newItem, newMember, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { addMany, listItems, memberOf, moveItem, patchItem, texts } from "#tests/helpers/items.ts";
import {
  expectAbsent,
  expectForbidden,
  expectInvalid,
  expectRefused,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

vi.setConfig({ testTimeout: 60_000 });

const UNKNOWN = "01a1fea0-fa5a-7365-a54d-b8396911c8f9";
const AT = expect.any(String);

function many(count: number, isPrivate: boolean) {
  return Array.from({ length: count }, (_, index) => ({
    list: "packing",
    text: `Thing ${index}`,
    isPrivate,
  }));
}

describe("adding an item", () => {
  test("is for members from viewers up; viewers add their own alone", async () => {
    const { tripId, ...scene } = await newTripFixture();
    const input = { params: { tripId }, body: { list: "packing", text: "Socks" } };
    expectUnauthenticated(await send(itemsApi.create, input));
    expectAbsent(await send(itemsApi.create, { ...input, token: scene.stranger.token }), "trip");
    expectForbidden(await send(itemsApi.create, { ...input, token: scene.guest.token }), "guest", "viewer");
    expectForbidden(await send(itemsApi.create, { ...input, token: scene.viewer.token }), "viewer", "editor");
    const mixed = [
      { list: "packing", text: "Mine", isPrivate: true },
      { list: "packing", text: "Ours" },
    ];
    expectForbidden(await addMany(scene.viewer, tripId, mixed), "viewer", "editor");
    expect(await listItems(scene.viewer, tripId)).toEqual([]);
    const own = await newItem(scene.viewer, tripId, { isPrivate: true });
    expect(own.ownerId).toBe(scene.viewer.userId);
    const ours = await newItem(scene.editor, tripId);
    expect(ours.ownerId).toBeNull();
  });

  test("wants a text, a list, an existing date and a member", async () => {
    const { tripId, trip, owner, editor } = await newTripFixture();
    const other = await newTripFixture();
    const add = (body: object) => send(itemsApi.create, { params: { tripId }, token: owner.token, body });
    expectInvalid(await add({ list: "packing", text: "  " }), ["text", "Fill this in."]);
    expectInvalid(await add({ list: "wishes", text: "Socks" }), ["list", 'Send one of "packing", "todo".']);
    expectInvalid(await add({ list: "todo", text: "Visa", dueDate: "2026-02-30" }), [
      "dueDate",
      "Use an existing date as YYYY-MM-DD.",
    ]);
    const wrong = ["assigneeId", "This is no member of the trip."] as [string, string];
    expectInvalid(await add({ list: "todo", text: "Visa", assigneeId: UNKNOWN }), wrong);
    const stranger = memberOf(other.trip, other.owner);
    expectInvalid(await add({ list: "todo", text: "Visa", assigneeId: stranger }), wrong);
    const left = memberOf(await readTrip(owner, tripId), editor);
    await send(tripsApi.leave, { params: { tripId }, token: editor.token });
    expectInvalid(await add({ list: "todo", text: "Visa", assigneeId: left }), wrong);
    expectInvalid(
      await addMany(owner, tripId, [
        { list: "todo", text: "Visa" },
        { list: "todo", text: "Cash", assigneeId: left },
      ]),
      ["items.1.assigneeId", wrong[1]],
    );
    expect((await readTrip(owner, tripId)).items).toEqual(trip.items);
  });

  test("puts it at the end of its list, whole and logged", async () => {
    const { tripId, trip, owner } = await newTripFixture();
    const before = await readTrip(owner, tripId);
    const id = uuidv7();
    const body = {
      id,
      list: "todo",
      text: " Book the ryokan ",
      section: "Before leaving",
      assigneeId: memberOf(trip, owner),
      dueDate: "2026-11-01",
    };
    const sent = await send(itemsApi.create, { params: { tripId }, token: owner.token, body });
    expect(expectWritten(sent, 201)).toBe(before.seq + 1);
    expect(sent.body).toEqual({
      ...body,
      text: "Book the ryokan",
      position: AT,
      doneAt: null,
      ownerId: null,
      deletedAt: null,
      version: 1,
      createdAt: AT,
      updatedAt: AT,
    });
    expect(await lastGroup(owner, tripId, before.seq)).toMatchObject([
      { op: "item.created", entityId: id, entity: sent.body },
    ]);
    await newItem(owner, tripId, { list: "todo", text: "Pay" });
    await newItem(owner, tripId, { text: "Socks" });
    expect(texts(await listItems(owner, tripId))).toEqual(["Socks", "Book the ryokan", "Pay"]);
  });

  test("stops at the limit, and others' private ones don't count for it", async () => {
    const { tripId, owner, editor } = await newTripFixture();
    for (let at = 0; at < MAX_ITEMS; at += 100)
      expectWritten(await addMany(owner, tripId, many(100, at % 200 === 0)), 201);
    expectRefused(
      await addMany(owner, tripId, many(1, true)),
      422,
      "LIMIT_REACHED",
      `A trip holds at most ${MAX_ITEMS} items. Delete some first.`,
    );
    await newItem(editor, tripId);
  });
});

describe("adding several", () => {
  test("is one group, in order, on each list", async () => {
    const { tripId, owner } = await newTripFixture();
    await newItem(owner, tripId, { text: "First" });
    const { seq } = await readTrip(owner, tripId);
    const sent = await addMany(owner, tripId, [
      { list: "packing", text: "Socks", section: "Clothes" },
      { list: "todo", text: "Visa" },
      { list: "packing", text: "Diary", isPrivate: true },
      { list: "packing", text: "Shirts", section: "Clothes" },
    ]);
    expect(expectWritten(sent, 201)).toBe(seq + 4);
    expect(texts(sent.body as ItemDto[])).toEqual(["Socks", "Visa", "Diary", "Shirts"]);
    expect((await lastGroup(owner, tripId, seq)).map(({ op }) => op)).toEqual(Array(4).fill("item.created"));
    const shared = (await listItems(owner, tripId)).filter(({ ownerId }) => ownerId === null);
    expect(texts(shared)).toEqual(["First", "Socks", "Shirts", "Visa"]);
  });

  test("adds all or none", async () => {
    const { tripId, owner } = await newTripFixture();
    const { seq } = await readTrip(owner, tripId);
    const taken = await newItem(owner, tripId, { id: uuidv7() });
    const twice = uuidv7();
    const conflicts = [
      [{ id: taken.id, list: "todo", text: "Other" }],
      [
        { id: twice, list: "todo", text: "a" },
        { id: twice, list: "todo", text: "b" },
      ],
    ];
    for (const clash of conflicts) {
      const sent = await addMany(owner, tripId, [{ list: "packing", text: "Good" }, ...clash]);
      expectRefused(sent, 409, "ID_TAKEN", "This id is in use. Send a new UUID of version 7.");
    }
    expect(texts(await listItems(owner, tripId))).toEqual(["Socks"]);
    expect((await readTrip(owner, tripId)).seq).toBe(seq + 1);
  });

  test("doubles nothing, however often and concurrently it is repeated", async () => {
    const { tripId, owner, editor } = await newTripFixture();
    const items = ["a", "b", "c"].map((text) => ({ id: uuidv7(), list: "todo", text }));
    const key = { "idempotency-key": uuidv7() };
    const keyed = await Promise.all(Array.from({ length: 6 }, () => addMany(owner, tripId, items, key)));
    expect(keyed.map(({ status }) => status)).toEqual(Array(6).fill(201));
    const bare = await Promise.all(Array.from({ length: 6 }, () => addMany(owner, tripId, items)));
    expect(bare.map(({ status }) => status)).toEqual(Array(6).fill(200));
    for (const { body } of [...keyed, ...bare]) expect(body).toEqual(keyed[0]?.body);
    expect(texts(await listItems(owner, tripId))).toEqual(["a", "b", "c"]);
    const stolen = await addMany(editor, tripId, items);
    expectRefused(stolen, 409, "ID_TAKEN", "This id is in use. Send a new UUID of version 7.");
  });
});

describe("changing an item", () => {
  test("of everybody's is for editors; ticking off also for whom it is assigned to", async () => {
    const { tripId, trip: _, ...scene } = await newTripFixture();
    const trip = await readTrip(scene.owner, tripId);
    const item = await newItem(scene.owner, tripId);
    const input = { params: { tripId, itemId: item.id }, body: { isDone: true } };
    expectUnauthenticated(await send(itemsApi.update, input));
    expectAbsent(await send(itemsApi.update, { ...input, token: scene.stranger.token }), "trip");
    expectForbidden(await patchItem(scene.guest, tripId, item.id, { isDone: true }), "guest", "viewer");
    expectForbidden(await patchItem(scene.viewer, tripId, item.id, { isDone: true }), "viewer", "editor");
    expectAbsent(await patchItem(scene.owner, tripId, UNKNOWN, { isDone: true }), "item");
    expectInvalid(await patchItem(scene.owner, tripId, item.id, {}), [
      "",
      "Send at least one field to change.",
    ]);
    expectInvalid(await patchItem(scene.owner, tripId, item.id, { isPrivate: true }), [
      "isPrivate",
      "What others have seen can't become private.",
    ]);
    await patchItem(scene.editor, tripId, item.id, { assigneeId: memberOf(trip, scene.viewer) });
    const message = "You can tick this off; changing it needs the role editor.";
    const both = await patchItem(scene.viewer, tripId, item.id, { isDone: true, text: "Gloves" });
    expectRefused(both, 403, "FORBIDDEN", message, { details: { role: "viewer", need: "editor" } });
    const { seq } = await readTrip(scene.owner, tripId);
    const ticked = await patchItem(scene.viewer, tripId, item.id, { isDone: true });
    expect(expectWritten(ticked)).toBe(seq + 1);
    expect(ticked.body).toMatchObject({ text: "Socks", doneAt: AT, version: 3 });
    const again = await patchItem(scene.owner, tripId, item.id, { isDone: true });
    expect(expectWritten(again)).toBe(seq + 1);
    expect(again.body).toEqual(ticked.body);
    const [event] = await lastGroup(scene.owner, tripId, seq);
    expect(event).toMatchObject({ op: "item.updated", entity: ticked.body, actorId: scene.viewer.userId });
    expect(event).toHaveProperty("changes", { doneAt: [null, Object(ticked.body).doneAt] });
    for (const route of [itemsApi.delete, itemsApi.restore])
      expectForbidden(
        await send(route, { params: { tripId, itemId: item.id }, token: scene.viewer.token }),
        "viewer",
        "editor",
      );
    expectForbidden(await moveItem(scene.viewer, tripId, item.id, { afterId: null }), "viewer", "editor");
  });

  test("keeps an assignee who has left, and takes no new one", async () => {
    const { tripId, owner, editor, trip } = await newTripFixture();
    const gone = await newMember(owner, trip, "viewer");
    const goneId = memberOf(await readTrip(owner, tripId), gone);
    const item = await newItem(editor, tripId, { assigneeId: goneId });
    await send(tripsApi.leave, { params: { tripId }, token: gone.token });
    const kept = await patchItem(owner, tripId, item.id, { text: "Gloves", assigneeId: goneId });
    expect(kept.body).toMatchObject({ text: "Gloves", assigneeId: goneId });
    await patchItem(owner, tripId, item.id, { assigneeId: null });
    expectInvalid(await patchItem(owner, tripId, item.id, { assigneeId: goneId }), [
      "assigneeId",
      "This is no member of the trip.",
    ]);
  });

  test("tells of a field that somebody else changed; ticking off never conflicts", async () => {
    const { tripId, owner, editor } = await newTripFixture();
    const item = await newItem(owner, tripId);
    const { seq } = await readTrip(owner, tripId);
    const base = { "x-base-seq": String(seq) };
    const theirs = await patchItem(editor, tripId, item.id, { text: "Warm socks", isDone: true });
    const refused = await patchItem(owner, tripId, item.id, { text: "Socks (5)" }, base);
    expectRefused(refused, 409, "FIELD_CONFLICT", "Someone else changed this in the meantime.", {
      details: { fields: ["text"], current: theirs.body },
    });
    expectWritten(await patchItem(owner, tripId, item.id, { section: "Clothes", isDone: false }, base));
    const forced = { ...base, "x-force": "true" };
    const done = await patchItem(owner, tripId, item.id, { text: "Socks (5)" }, forced);
    expect(done.body).toMatchObject({ text: "Socks (5)", section: "Clothes", doneAt: null });
  });

  test("that is deleted is not there, and comes back where it was", async () => {
    const { tripId, owner } = await newTripFixture();
    const [first] = [
      await newItem(owner, tripId, { text: "a" }),
      await newItem(owner, tripId, { text: "b" }),
    ];
    const params = { tripId, itemId: first.id };
    const { seq } = await readTrip(owner, tripId);
    const deleted = await send(itemsApi.delete, { params, token: owner.token });
    expect(expectWritten(deleted, 204)).toBe(seq + 1);
    expect(await lastGroup(owner, tripId, seq)).toMatchObject([
      { op: "item.deleted", entity: { id: first.id } },
    ]);
    expect(texts(await listItems(owner, tripId))).toEqual(["b"]);
    expectAbsent(await patchItem(owner, tripId, first.id, { isDone: true }), "item");
    expectAbsent(await moveItem(owner, tripId, first.id, { afterId: null }), "item");
    expectAbsent(await send(itemsApi.delete, { params, token: owner.token }), "item");
    const restored = await send(itemsApi.restore, { params, token: owner.token });
    expect(restored.body).toEqual({ ...first, version: 3, updatedAt: AT });
    expect(texts(await listItems(owner, tripId))).toEqual(["a", "b"]);
    expect(expectWritten(await send(itemsApi.restore, { params, token: owner.token }))).toBe(seq + 2);
  });
});

test("the demo trip's lists can be read and not written", async () => {
  const person = await newPerson();
  const { data: trips } = await call(tripsApi.list, { query: {} }, as(person));
  const demo = trips.find(({ isDemo }) => isDemo);
  if (!demo) throw new Error("There is no demo trip.");
  expect((await listItems(person, demo.id)).every(({ ownerId }) => ownerId === null)).toBe(true);
  const sent = await send(itemsApi.create, {
    params: { tripId: demo.id },
    token: person.token,
    body: { list: "packing", text: "Socks" },
  });
  expect(sent.body).toMatchObject({ code: "DEMO_READ_ONLY" });
});

test("a trip's own list stays its own", async () => {
  const ann = await newPerson();
  const [one, two] = [await newTrip(ann), await newTrip(ann)];
  const item = await newItem(ann, one.id);
  expectAbsent(await patchItem(ann, two.id, item.id, { isDone: true }), "item");
});
