import { v7 as uuidv7 } from "uuid";
import { call } from "#lib/client/base/api.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import type { Person } from "#tests/factories/people.ts";
import type { TripFixture } from "#tests/factories/trip-fixture.ts";
import { as, newItem } from "#tests/factories/trips.ts";
import type { SendInput } from "./handlers.ts";

type MakeInput = (scene: TripFixture, by: Person) => SendInput | Promise<SendInput>;

function onTrip({ tripId }: TripFixture, more: Omit<SendInput, "params"> = {}): SendInput {
  return { params: { tripId }, ...more };
}

/** Makes an input for a new item: a private one if the caller is the viewer, and one that all members see otherwise. */
async function onNewItem(scene: TripFixture, by: Person, body?: object): Promise<SendInput> {
  const isPrivate = by === scene.viewer;
  const item = await newItem(isPrivate ? by : scene.owner, scene.tripId, { isPrivate });
  return { params: { tripId: scene.tripId, itemId: item.id }, body };
}

/** What each endpoint of items needs for a call that succeeds. */
export const ITEM_INPUTS: Readonly<Record<string, MakeInput>> = {
  "items.list": (scene) => onTrip(scene),
  "items.create": (scene, by) => {
    const plan = { section: "Before", assigneeId: scene.trip.members[0]?.id, dueDate: "2026-11-01" };
    const isPrivate = by === scene.viewer;
    return onTrip(scene, { body: { id: uuidv7(), list: "todo", text: "Visa", isPrivate, ...plan } });
  },
  "items.createMany": (scene, by) => {
    const socks = () => ({ id: uuidv7(), list: "packing", text: "Socks", isPrivate: by === scene.viewer });
    return onTrip(scene, { body: { items: [socks(), socks()] } });
  },
  "items.update": (scene, by) => onNewItem(scene, by, { text: "Gloves", isDone: true, section: null }),
  "items.move": (scene, by) => onNewItem(scene, by, { afterId: null, section: "Clothes" }),
  "items.delete": (scene, by) => onNewItem(scene, by),
  "items.restore": async (scene, by) => {
    const input = await onNewItem(scene, by);
    const params = { tripId: scene.tripId, itemId: input.params?.itemId ?? "" };
    await call(itemsApi.delete, { params }, as(by === scene.viewer ? by : scene.owner));
    return input;
  },
};
