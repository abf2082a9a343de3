import { v7 as uuidv7 } from "uuid";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { send, type RawAnswer } from "./handlers.ts";

/**
 * The state that random steps work on. Steps record in it what they have created, so that later steps can use it even
 * after it was deleted.
 */
export interface RandomTestState {
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
  /** The date that day offsets count from. */
  epoch: string;
  /** Undo reverses only groups after this seq. */
  since?: number;
}

export interface StepContext extends RandomTestState {
  actor: Person;
  trip: TripDto;
}

export function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
}

/** Returns an id of the list, or an id that never existed. */
export function idFrom(list: readonly string[], index: number): string {
  return list.length === 0 ? uuidv7() : pick(list, index);
}

export function sendAction(
  { actor, tripId }: StepContext,
  endpoint: Endpoint,
  params: Record<string, string>,
  body?: object,
): Promise<RawAnswer> {
  return send(endpoint, { params: { tripId, ...params }, token: actor.token, body });
}

/** Returns the state before the first step. */
export function emptyTestState(): Omit<RandomTestState, "tripId" | "people" | "epoch"> {
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
