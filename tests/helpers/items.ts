import { expect } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { as, readTrip } from "#tests/factories/trips.ts";
import { send } from "./handlers.ts";

type Headers = Record<string, string>;

export function addMany(by: Person, tripId: string, items: object[], headers: Headers = {}) {
  return send(itemsApi.createMany, { params: { tripId }, token: by.token, body: { items }, headers });
}

export function patchItem(by: Person, tripId: string, itemId: string, body: object, headers: Headers = {}) {
  return send(itemsApi.update, { params: { tripId, itemId }, token: by.token, body, headers });
}

export function moveItem(by: Person, tripId: string, itemId: string, body: object) {
  return send(itemsApi.move, { params: { tripId, itemId }, token: by.token, body });
}

export async function listItems(by: Person, tripId: string): Promise<ItemDto[]> {
  const { data } = await call(itemsApi.list, { params: { tripId } }, as(by));
  // The list endpoint and the snapshot must return the same items.
  expect((await readTrip(by, tripId)).items).toEqual(data);
  return data;
}

export const texts = (items: ItemDto[]) => items.map(({ text }) => text);

export function memberOf(trip: TripDto, { userId }: Person): string {
  return trip.members.find((member) => member.userId === userId)?.id ?? "";
}
