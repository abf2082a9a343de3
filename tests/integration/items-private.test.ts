import { describe, expect, test, vi } from "vitest";
import { accountApi } from "#lib/shared/api/account.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import { MAX_ORDER_KEY } from "#lib/shared/order.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { historyAfter, lastGroup, newItem, readTrip } from "#tests/factories/trips.ts";
import { handlerFetch, send } from "#tests/helpers/handlers.ts";
import { listItems, moveItem, patchItem, texts } from "#tests/helpers/items.ts";
import {
  expectAbsent,
  expectForbidden,
  expectInvalid,
  expectRefused,
  expectWritten,
} from "#tests/helpers/refusals.ts";

vi.setConfig({ testTimeout: 60_000 });

const UNKNOWN = "01a1fea0-fa5a-7365-a54d-b8396911c8f9";

describe("moving an item", () => {
  test("puts it behind another one of its list, and under its heading", async () => {
    const { tripId, owner } = await newTripFixture();
    const other = await newTripFixture();
    const [a, b, c] = await Promise.all(["a", "b", "c"].map((text) => newItem(owner, tripId, { text })));
    if (!a || !b || !c) throw new Error("Nothing was added.");
    const foreign = await newItem(other.owner, other.tripId);
    for (const afterId of [UNKNOWN, foreign.id])
      expectInvalid(await moveItem(owner, tripId, a.id, { afterId }), [
        "afterId",
        "This is no item of the trip.",
      ]);
    const before = texts(await listItems(owner, tripId));
    const { seq } = await readTrip(owner, tripId);
    const last = before.at(-1);
    const first = [a, b, c].find(({ text }) => text === before[0]);
    const moved = await moveItem(owner, tripId, [a, b, c].find(({ text }) => text === last)?.id ?? "", {
      afterId: first?.id,
      section: "Clothes",
    });
    expect(expectWritten(moved)).toBe(seq + 1);
    expect(texts(await listItems(owner, tripId))).toEqual([before[0], last, before[1]]);
    expect(await lastGroup(owner, tripId, seq)).toMatchObject([{ op: "item.moved", entity: moved.body }]);
    expect(moved.body).toMatchObject({ section: "Clothes" });
    const same = await moveItem(owner, tripId, Object(moved.body).id, { afterId: first?.id });
    expect(expectWritten(same)).toBe(seq + 1);
  });

  test("spreads the keys again when there is no room, in the same order", async () => {
    const { tripId, owner } = await newTripFixture();
    const [a, b, c] = [
      await newItem(owner, tripId, { text: "a" }),
      await newItem(owner, tripId, { text: "b" }),
      await newItem(owner, tripId, { text: "c" }),
    ];
    const own = await newItem(owner, tripId, { text: "own", isPrivate: true });
    let events = 0;
    for (let turn = 0; turn < 400 && events < 2; turn++) {
      const { seq } = await readTrip(owner, tripId);
      const [up, down] = turn % 2 === 0 ? [c, b] : [b, c];
      const sent = await moveItem(owner, tripId, up.id, { afterId: a.id });
      events = expectWritten(sent) - seq;
      const shared = (await listItems(owner, tripId)).filter(({ ownerId }) => ownerId === null);
      expect(shared.map(({ id }) => id)).toEqual([a.id, up.id, down.id]);
      for (const { position } of shared) expect(position.length).toBeLessThanOrEqual(MAX_ORDER_KEY);
    }
    expect(events).toBeGreaterThanOrEqual(2);
    expect((await listItems(owner, tripId)).find(({ id }) => id === own.id)).toEqual(own);
  });

  test("by many at once keeps everything, in an order that all see", async () => {
    const { tripId, owner, editor } = await newTripFixture();
    const items: ItemDto[] = [];
    for (const text of ["a", "b", "c", "d", "e"]) items.push(await newItem(owner, tripId, { text }));
    const moves = items.flatMap((item, index) => [
      moveItem(owner, tripId, item.id, { afterId: items[(index + 2) % 5]?.id }),
      moveItem(editor, tripId, item.id, { afterId: null }),
    ]);
    for (const sent of await Promise.all(moves)) expectWritten(sent);
    const seen = await listItems(owner, tripId);
    expect(texts(seen).toSorted()).toEqual(["a", "b", "c", "d", "e"]);
    expect(new Set(seen.map(({ position }) => position)).size).toBe(5);
    expect(await listItems(editor, tripId)).toEqual(seen);
  });
});

describe("a private item", () => {
  test("is there for its owner alone, in every route", async () => {
    const { tripId, ...scene } = await newTripFixture();
    const secret = "A ring for Ann";
    const item = await newItem(scene.editor, tripId, { isPrivate: true, text: secret });
    const [shared] = [await newItem(scene.owner, tripId), await newItem(scene.owner, tripId, { text: "b" })];
    const params = { tripId, itemId: item.id };
    for (const { token } of [scene.owner, scene.viewer]) {
      expectAbsent(await send(itemsApi.update, { params, token, body: { isDone: true } }), "item");
      expectAbsent(await send(itemsApi.update, { params, token, body: { isPrivate: false } }), "item");
      expectAbsent(await send(itemsApi.move, { params, token, body: { afterId: null } }), "item");
      expectAbsent(await send(itemsApi.delete, { params, token }), "item");
    }
    // A private item of somebody else is treated like one that does not exist, also as a neighbour.
    const behind = await moveItem(scene.owner, tripId, shared.id, { afterId: item.id });
    expectInvalid(behind, ["afterId", "This is no item of the trip."]);
    await send(itemsApi.delete, { params, token: scene.editor.token });
    for (const { token } of [scene.owner, scene.viewer])
      expectAbsent(await send(itemsApi.restore, { params, token }), "item");
    expectWritten(await send(itemsApi.restore, { params, token: scene.editor.token }));
    await patchItem(scene.editor, tripId, item.id, { text: `${secret}!`, isDone: true });
    await moveItem(scene.editor, tripId, item.id, { afterId: null });

    expect(texts(await listItems(scene.editor, tripId))).toContain(`${secret}!`);
    for (const person of [scene.owner, scene.viewer, scene.guest]) {
      expect(texts(await listItems(person, tripId))).toEqual(["Socks", "b"]);
      const history = await historyAfter(person, tripId, 0);
      expect(history.filter(({ op }) => op === "redacted").length).toBe(4);
      const all = JSON.stringify([history, await exported(person)]);
      expect(all).not.toContain(secret);
      expect(all).not.toContain(item.id);
    }
    expect(JSON.stringify(await exported(scene.editor))).toContain(secret);
  });

  test("is nothing that another can undo", async () => {
    const { tripId, owner, editor } = await newTripFixture();
    const item = await newItem(editor, tripId, { isPrivate: true });
    const { seq } = await readTrip(owner, tripId);
    const params = { tripId, seq: String(seq) };
    expectAbsent(await send(eventsApi.undo, { params, token: owner.token }), "event");
    expect(texts(await listItems(editor, tripId))).toEqual([item.text]);
    const own = await send(eventsApi.undo, { params, token: editor.token });
    expectWritten(own);
    expect(await listItems(editor, tripId)).toEqual([]);
    expect((await historyAfter(owner, tripId, seq)).map(({ op }) => op)).toEqual(["redacted"]);
  });

  test("stays where others undo what was added with it, and is there for its owner to undo", async () => {
    const { tripId, owner, editor, viewer } = await newTripFixture();
    const params = { tripId };
    const items = [
      { list: "packing", text: "Tent" },
      { list: "packing", text: "Surprise", isPrivate: true },
      { list: "packing", text: "Stove" },
    ];
    const { seq } = await readTrip(owner, tripId);
    await send(itemsApi.createMany, { params, token: editor.token, body: { items } });
    const undo = (person: Person, at: number) =>
      send(eventsApi.undo, { params: { tripId, seq: String(at) }, token: person.token });
    expectForbidden(await undo(viewer, seq + 1), "viewer", "editor");
    // The seq of the private event itself cannot be used to undo it.
    expectAbsent(await undo(owner, seq + 2), "event");
    const undone = await undo(owner, seq + 1);
    expect(expectWritten(undone)).toBe(seq + 5);
    expect(undone.text).not.toContain("Surprise");
    expect(await listItems(owner, tripId)).toEqual([]);
    expect(texts(await listItems(editor, tripId))).toEqual(["Surprise"]);
    // The shared rows are already deleted, so they are not reported as rows that stay.
    const { body } = await undo(editor, seq + 2);
    expect(body).toMatchObject({ events: [{ op: "item.deleted" }], kept: [] });
    expect(await listItems(editor, tripId)).toEqual([]);
    const redone = expectWritten(await undo(owner, seq + 4));
    expect(texts(await listItems(owner, tripId)).toSorted()).toEqual(["Stove", "Tent"]);
    expect(texts(await listItems(editor, tripId)).toSorted()).toEqual(["Stove", "Tent"]);
    expect((await historyAfter(owner, tripId, redone - 2)).map(({ op }) => op)).toEqual([
      "item.restored",
      "item.restored",
    ]);
  });

  test("is shared once, for good, whole and at the end of everybody's list", async () => {
    const { tripId, owner, editor, viewer } = await newTripFixture();
    const item = await newItem(editor, tripId, { isPrivate: true, text: "Tent", section: "Gear" });
    await newItem(owner, tripId, { text: "a" });
    await newItem(owner, tripId, { text: "b" });
    const mine = await newItem(viewer, tripId, { isPrivate: true });
    expectForbidden(await patchItem(viewer, tripId, mine.id, { isPrivate: false }), "viewer", "editor");
    const { seq } = await readTrip(owner, tripId);
    const sent = await patchItem(editor, tripId, item.id, { isPrivate: false });
    expect(sent.body).toMatchObject({ ownerId: null, text: "Tent", section: "Gear", version: 2 });
    // A member who could not see the item before gets the whole row.
    expect(await lastGroup(owner, tripId, seq)).toMatchObject([{ op: "item.updated", entity: sent.body }]);
    expect(texts(await listItems(owner, tripId))).toEqual(["a", "b", "Tent"]);
    const again = await patchItem(editor, tripId, item.id, { isPrivate: false });
    expect(expectWritten(again)).toBe(seq + 1);
    const undone = await send(eventsApi.undo, {
      params: { tripId, seq: String(seq + 1) },
      token: editor.token,
    });
    expectRefused(undone, 409, "NOT_UNDOABLE", "What others have seen can't become private again.");
    expect(texts(await listItems(owner, tripId))).toEqual(["a", "b", "Tent"]);
  });
});

test("what an item said before it was shared stays its owner's, also where both were one change", async () => {
  const { tripId, owner, editor } = await newTripFixture();
  const item = await newItem(editor, tripId, { isPrivate: true, text: "Surprise for Mia" });
  const { seq } = await readTrip(owner, tripId);
  const sent = await patchItem(editor, tripId, item.id, { text: "Cake", isPrivate: false });
  expect(expectWritten(sent)).toBe(seq + 2);
  expect(sent.body).toMatchObject({ text: "Cake", ownerId: null });
  const [hidden, shown] = await historyAfter(owner, tripId, seq);
  expect([hidden?.op, shown]).toMatchObject(["redacted", { op: "item.updated", entity: sent.body }]);
  expect(JSON.stringify(await historyAfter(owner, tripId, 0))).not.toContain("Surprise");
  expect((await readTrip(owner, tripId)).items).toEqual([sent.body]);
  const [own] = await historyAfter(editor, tripId, seq);
  expect(own).toMatchObject({ op: "item.updated", changes: { text: ["Surprise for Mia", "Cake"] } });
});

test("what was private and is everybody's now is an editor's to undo", async () => {
  const { tripId, owner, editor } = await newTripFixture();
  const item = await newItem(editor, tripId, { isPrivate: true, text: "Tent" });
  await patchItem(editor, tripId, item.id, { text: "Big tent" });
  const { seq } = await readTrip(editor, tripId);
  await patchItem(editor, tripId, item.id, { isPrivate: false });
  const demoted = { params: { tripId, userId: editor.userId }, body: { role: "viewer" }, token: owner.token };
  expect((await send(membersApi.update, demoted)).status).toBe(200);
  const undone = await send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: editor.token });
  expectForbidden(undone, "viewer", "editor");
  expect(texts(await listItems(owner, tripId))).toEqual(["Big tent"]);
});

async function exported(person: Person): Promise<unknown> {
  const response = await handlerFetch(accountApi.export.path, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  return response.json();
}
