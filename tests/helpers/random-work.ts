import fc from "fast-check";
import { v7 as uuidv7 } from "uuid";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { daysApi } from "#lib/shared/api/days.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { addDays } from "#lib/shared/dates.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { send, type Sent } from "./handlers.ts";

/** What random steps work on; they note here what they made, so that later ones find it, also when it was deleted. */
export interface World {
  tripId: string;
  people: Person[];
  stopIds: string[];
  comments: { id: string; author: Person }[];
  /** The day that offsets count from. */
  epoch: string;
  /** Undo reaches back to what came after this seq. */
  since?: number;
}

export interface Step {
  kind: keyof typeof DEEDS;
  /** Index of the person, counted round. */
  who: number;
  /** Three free numbers, which each kind of step reads in its own way. */
  a: number;
  b: number;
  c: number;
}

interface Scene extends World {
  actor: Person;
  trip: TripDto;
}

type Deed = (scene: Scene, step: Step) => Promise<Sent>;

/** One step by one person, chosen over what the trip holds now. Refusals are answers like others. */
export function perform(world: World, trip: TripDto, step: Step): Promise<Sent> {
  const actor = pick(world.people, step.who);
  return DEEDS[step.kind]({ ...world, actor, trip }, step);
}

/** Steps of the given kinds; a kind named twice comes twice as often. */
export function stepsOf(kinds: readonly Step["kind"][], maxLength: number): fc.Arbitrary<Step[]> {
  const number = fc.nat({ max: 999 });
  const step = fc.record({ kind: fc.constantFrom(...kinds), who: number, a: number, b: number, c: number });
  return fc.array(step, { minLength: 1, maxLength, size: "max" });
}

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
}

/** An id of the list, or one that was never there. */
function idFrom(list: readonly string[], index: number): string {
  return list.length === 0 ? uuidv7() : pick(list, index);
}

function act({ actor, tripId }: Scene, endpoint: Endpoint, params: Record<string, string>, body?: object) {
  return send(endpoint, { params: { tripId, ...params }, token: actor.token, body });
}

function ownerOf({ trip, people, actor }: Scene): Person {
  const owner = trip.members.find(({ role, leftAt }) => role === "owner" && leftAt === null);
  return people.find(({ userId }) => userId === owner?.userId) ?? actor;
}

/** A day of the trip, or Ideas. */
function dayFrom({ trip }: Scene, index: number): string | null {
  return pick([...trip.days.map(({ id }) => id), null], index);
}

function targetFrom({ stopIds, tripId }: Scene, index: number) {
  const isTrip = index % 3 === 0 || stopIds.length === 0;
  return isTrip ? { kind: "trip", id: tripId } : { kind: "stop", id: pick(stopIds, index) };
}

const TITLES = ["Kyoto", "Nara", "Osaka", null];
const NOTES = ["Bring water.\nAnd a hat.", "", null, "早く行く"];

export const DEEDS = {
  renameTrip: (scene, { a, b }) =>
    act(scene, tripsApi.update, {}, { title: TITLES[a % 3], currency: pick(["JPY", "EUR"], b) }),
  moveTrip: (scene, { a }) =>
    act(
      scene,
      tripsApi.update,
      {},
      { destination: pick([null, { name: "Nara" }, { name: "Kobe", lat: 34, lng: 135 }], a) },
    ),
  setDates: (scene, { a, b, c }) => act(scene, tripsApi.update, {}, datesFrom(scene, a, b, c)),
  clearDates: (scene) => act(scene, tripsApi.update, {}, { startDate: null, endDate: null }),
  editDay: (scene, { a, b, c }) => {
    const body = { title: pick(TITLES, b), notes: pick(NOTES, c) };
    return act(scene, daysApi.update, { dayId: dayFrom(scene, a) ?? uuidv7() }, body);
  },
  addStop: async (scene, { a, b, c }) => {
    const cost = c % 2 === 0 ? { amount: c, currency: "JPY" } : null;
    const body = { id: uuidv7(), dayId: dayFrom(scene, a), name: `Stop ${b}`, notes: pick(NOTES, c), cost };
    const sent = await act(scene, stopsApi.create, {}, body);
    if (sent.status === 201) scene.stopIds.push(body.id);
    return sent;
  },
  editStop: (scene, { a, b, c }) => {
    const place = b % 3 === 0 ? { lat: 35 + b / 1000, lng: 135, address: "Somewhere" } : null;
    const times = { startTime: pick(["09:00", null], c), endTime: pick(["10:30", null], b) };
    const body = pick([{ name: `Stop ${c}` }, { notes: pick(NOTES, c) }, { place }, times], b);
    return act(scene, stopsApi.update, { stopId: idFrom(scene.stopIds, a) }, body);
  },
  moveStop: (scene, { a, b, c }) => {
    const dayId = dayFrom(scene, b);
    const neighbours = scene.trip.stops.filter((stop) => stop.dayId === dayId).map(({ id }) => id);
    const afterId = pick([...neighbours, null], c);
    return act(scene, stopsApi.move, { stopId: idFrom(scene.stopIds, a) }, { dayId, afterId });
  },
  deleteStop: (scene, { a }) => act(scene, stopsApi.delete, { stopId: idFrom(scene.stopIds, a) }),
  restoreStop: (scene, { a }) => act(scene, stopsApi.restore, { stopId: idFrom(scene.stopIds, a) }),
  vote: (scene, { a, b }) =>
    act(scene, stopsApi.vote, { stopId: idFrom(scene.stopIds, a) }, { value: (b % 3) - 1 }),
  addComment: async (scene, { a, b }) => {
    const body = { id: uuidv7(), target: targetFrom(scene, a), body: `Comment ${b}` };
    const sent = await act(scene, commentsApi.create, {}, body);
    if (sent.status === 201) scene.comments.push({ id: body.id, author: scene.actor });
    return sent;
  },
  editComment: (scene, { a, b }) => onComment(scene, a, commentsApi.update, { body: `Edited ${b}` }),
  resolveComment: (scene, { a, b }) => onComment(scene, a, commentsApi.resolve, { resolved: b % 2 === 0 }),
  deleteComment: (scene, { a }) => onComment(scene, a, commentsApi.delete),
  restoreComment: (scene, { a }) => onComment(scene, a, commentsApi.restore),
  setRole: (scene, { a, b }) =>
    act(
      scene,
      membersApi.update,
      { userId: pick(scene.people, a).userId },
      { role: pick(["viewer", "editor"], b) },
    ),
  removeMember: (scene, { a }) => act(scene, membersApi.remove, { userId: pick(scene.people, a).userId }),
  join: async (scene, { a, b }) => {
    const made = await act(scene, invitesApi.create, {}, { role: pick(["viewer", "editor"], b) });
    if (made.status !== 201) return made;
    const { token } = made.body as { token: string };
    return send(invitesApi.accept, { params: { token }, token: pick(scene.people, a).token });
  },
  leave: (scene) => act(scene, tripsApi.leave, {}),
  transfer: (scene, { a }) => act(scene, tripsApi.transfer, {}, { userId: pick(scene.people, a).userId }),
  archive: (scene) => act(scene, tripsApi.archive, {}),
  deleteTrip: (scene) => act(scene, tripsApi.delete, {}),
  // By whoever can, so that the work goes on.
  unarchive: (scene) => act({ ...scene, actor: ownerOf(scene) }, tripsApi.unarchive, {}),
  restoreTrip: (scene) => act({ ...scene, actor: ownerOf(scene) }, tripsApi.restore, {}),
  undo: (scene, { a }) =>
    act(scene, eventsApi.undo, { seq: String(Math.max((scene.since ?? 0) + 1, scene.trip.seq - (a % 4))) }),
} satisfies Record<string, Deed>;

export function datesFrom({ epoch }: Pick<World, "epoch">, start: number, length: number, mode: number) {
  const startDate = addDays(epoch, (start % 9) - 4);
  const endDate = addDays(startDate, length % 6);
  return { startDate, endDate, dateMode: pick(["keep", "shift"] as const, mode) };
}

function onComment(scene: Scene, index: number, endpoint: Endpoint, body?: object): Promise<Sent> {
  if (scene.comments.length === 0) return act(scene, endpoint, { commentId: uuidv7() }, body);
  const { id, author } = pick(scene.comments, index);
  // Mostly by its author, so that mostly something happens.
  const actor = index % 4 === 0 ? scene.actor : author;
  return act({ ...scene, actor }, endpoint, { commentId: id }, body);
}
