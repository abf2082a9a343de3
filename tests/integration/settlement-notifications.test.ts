import { beforeEach, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";
import type { NotificationDto } from "#lib/shared/notifications.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { as, newPlaceholder, readTrip } from "#tests/factories/trips.ts";

let scene: TripFixture;

beforeEach(async () => {
  scene = await newTripFixture();
});

async function inboxOf(person: Person): Promise<NotificationDto[]> {
  return (await call(notificationsApi.list, {}, as(person))).data;
}

async function memberOf({ userId }: Person) {
  const { members } = await readTrip(scene.owner, scene.tripId);
  const member = members.find((one) => one.userId === userId);
  if (!member) throw new Error("They are not in the trip.");
  return member;
}

async function record(by: Person, from: string, to: string, more: object = {}): Promise<string> {
  const body = { from, to, amount: 5000, currency: "JPY", ...more };
  return (await call(settlementsApi.create, { params: { tripId: scene.tripId }, body }, as(by))).data.id;
}

test("both are told of what somebody else recorded, each from their own side, and nobody besides", async () => {
  const { owner, editor, viewer, guest } = scene;
  const [payer, taker] = [await memberOf(viewer), await memberOf(guest)];
  const id = await record(editor, payer.id, taker.id, { note: "Taxi" });
  const [paid, got] = [await inboxOf(viewer), await inboxOf(guest)];
  const sum = { amount: 5000, currency: "JPY" };
  const told = { kind: "settlement", tripId: scene.tripId, actorId: editor.userId };
  expect(paid).toMatchObject([
    {
      ...told,
      details: { entityId: id, excerpt: "Taxi", payment: { side: "paid", name: taker.name, ...sum } },
    },
  ]);
  expect(got).toMatchObject([{ ...told, details: { payment: { side: "got", name: payer.name, ...sum } } }]);
  expect([await inboxOf(owner), await inboxOf(editor)]).toEqual([[], []]);
});

test("whoever records it is not told, and is named as the one who did", async () => {
  const { owner, editor } = scene;
  const [payer, taker] = [await memberOf(editor), await memberOf(owner)];
  await record(editor, payer.id, taker.id);
  expect(await inboxOf(editor)).toEqual([]);
  expect(await inboxOf(owner)).toMatchObject([{ details: { payment: { side: "got", name: null } } }]);
});

test("a private one, and one with somebody without an account, are told to the two alone", async () => {
  const { owner, editor, viewer } = scene;
  const grandma = await newPlaceholder(owner, scene.tripId, "Grandma");
  const payer = await memberOf(viewer);
  await record(owner, payer.id, grandma.id, { private: true });
  expect(await inboxOf(viewer)).toMatchObject([{ details: { payment: { side: "paid", name: "Grandma" } } }]);
  expect([await inboxOf(owner), await inboxOf(editor)]).toEqual([[], []]);
});
