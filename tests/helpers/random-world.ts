import { v7 as uuidv7 } from "uuid";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { send, type Sent } from "./handlers.ts";

/** What random steps work on; they note here what they made, so that later ones find it, also when it was deleted. */
export interface World {
  tripId: string;
  people: Person[];
  stopIds: string[];
  comments: { id: string; author: Person }[];
  reservationIds: string[];
  decisionIds: string[];
  itemIds: string[];
  suggestionIds: string[];
  expenseIds: string[];
  settlementIds: string[];
  /** The day that offsets count from. */
  epoch: string;
  /** Undo reaches back to what came after this seq. */
  since?: number;
}

export interface Scene extends World {
  actor: Person;
  trip: TripDto;
}

export function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
}

/** An id of the list, or one that was never there. */
export function idFrom(list: readonly string[], index: number): string {
  return list.length === 0 ? uuidv7() : pick(list, index);
}

export function act(
  { actor, tripId }: Scene,
  endpoint: Endpoint,
  params: Record<string, string>,
  body?: object,
): Promise<Sent> {
  return send(endpoint, { params: { tripId, ...params }, token: actor.token, body });
}

/** What a world holds before anybody did anything. */
export function emptyWorld(): Omit<World, "tripId" | "people" | "epoch"> {
  const plan = {
    stopIds: [],
    comments: [],
    reservationIds: [],
    decisionIds: [],
    itemIds: [],
    suggestionIds: [],
  };
  return { ...plan, expenseIds: [], settlementIds: [] };
}
