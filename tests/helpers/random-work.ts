import fc from "fast-check";
import { v7 as uuidv7 } from "uuid";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { daysApi } from "#lib/shared/api/days.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { decisionsApi } from "#lib/shared/api/decisions.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { addDays } from "#lib/shared/dates.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { send, type RawAnswer } from "./handlers.ts";
import { MONEY_ACTIONS } from "./random-money.ts";
import { sendAction, idFrom, pick, type StepContext, type RandomTestState } from "./random-test-state.ts";

export interface Step {
  kind: keyof typeof ACTIONS;
  /** The person's index, modulo the number of people. */
  who: number;
  /** Three arbitrary numbers, which each kind of step uses in its own way. */
  a: number;
  b: number;
  c: number;
}

type Deed = (scene: StepContext, step: Step) => Promise<RawAnswer>;

/** Runs one step of one person on what the trip contains now. A refusal is a valid answer. */
export function perform(world: RandomTestState, trip: TripDto, step: Step): Promise<RawAnswer> {
  const actor = pick(world.people, step.who);
  return ACTIONS[step.kind]({ ...world, actor, trip }, step);
}

/** Generates steps of the given kinds; a kind that is named twice is twice as frequent. */
export function randomSteps(kinds: readonly Step["kind"][], maxLength: number): fc.Arbitrary<Step[]> {
  const number = fc.nat({ max: 999 });
  const step = fc.record({ kind: fc.constantFrom(...kinds), who: number, a: number, b: number, c: number });
  return fc.array(step, { minLength: 1, maxLength, size: "max" });
}

function ownerOf({ trip, people, actor }: StepContext): Person {
  const owner = trip.members.find(({ role, leftAt }) => role === "owner" && leftAt === null);
  return people.find(({ userId }) => userId === owner?.userId) ?? actor;
}

/** Returns the id of a day of the trip, or null for Ideas. */
function dayFrom({ trip }: StepContext, index: number): string | null {
  return pick([...trip.days.map(({ id }) => id), null], index);
}

function targetFrom({ stopIds, expenseIds, tripId }: StepContext, index: number) {
  const kind = pick(["trip", "stop", "expense"] as const, index);
  if (kind === "stop" && stopIds.length > 0) return { kind, id: pick(stopIds, index) };
  if (kind === "expense" && expenseIds.length > 0) return { kind, id: pick(expenseIds, index) };
  return { kind: "trip", id: tripId };
}

const TITLES = ["Kyoto", "Nara", "Osaka", null];
const NOTES = ["Bring water.\nAnd a hat.", "", null, "早く行く"];

export const ACTIONS = {
  renameTrip: (scene, { a, b }) =>
    sendAction(scene, tripsApi.update, {}, { title: TITLES[a % 3], currency: pick(["JPY", "EUR"], b) }),
  moveTrip: (scene, { a }) =>
    sendAction(
      scene,
      tripsApi.update,
      {},
      { destination: pick([null, { name: "Nara" }, { name: "Kobe", lat: 34, lng: 135 }], a) },
    ),
  setDates: (scene, { a, b, c }) => sendAction(scene, tripsApi.update, {}, datesFrom(scene, a, b, c)),
  clearDates: (scene) => sendAction(scene, tripsApi.update, {}, { startDate: null, endDate: null }),
  editDay: (scene, { a, b, c }) => {
    const body = { title: pick(TITLES, b), notes: pick(NOTES, c) };
    return sendAction(scene, daysApi.update, { dayId: dayFrom(scene, a) ?? uuidv7() }, body);
  },
  addStop: async (scene, { a, b, c }) => {
    const cost = c % 2 === 0 ? { amount: c, currency: "JPY" } : null;
    const body = { id: uuidv7(), dayId: dayFrom(scene, a), name: `Stop ${b}`, notes: pick(NOTES, c), cost };
    const sent = await sendAction(scene, stopsApi.create, {}, body);
    if (sent.status === 201) scene.stopIds.push(body.id);
    return sent;
  },
  editStop: (scene, { a, b, c }) => {
    const place = b % 3 === 0 ? { lat: 35 + b / 1000, lng: 135, address: "Somewhere" } : null;
    const times = { startTime: pick(["09:00", null], c), endTime: pick(["10:30", null], b) };
    const way = { travelMode: pick(["cycle", null], c) };
    const body = pick([{ name: `Stop ${c}` }, { notes: pick(NOTES, c) }, { place }, times, way], b);
    return sendAction(scene, stopsApi.update, { stopId: idFrom(scene.stopIds, a) }, body);
  },
  moveStop: (scene, { a, b, c }) => {
    const dayId = dayFrom(scene, b);
    const neighbours = scene.trip.stops.filter((stop) => stop.dayId === dayId).map(({ id }) => id);
    const afterId = pick([...neighbours, null], c);
    return sendAction(scene, stopsApi.move, { stopId: idFrom(scene.stopIds, a) }, { dayId, afterId });
  },
  deleteStop: (scene, { a }) => sendAction(scene, stopsApi.delete, { stopId: idFrom(scene.stopIds, a) }),
  restoreStop: (scene, { a }) => sendAction(scene, stopsApi.restore, { stopId: idFrom(scene.stopIds, a) }),
  vote: (scene, { a, b }) =>
    sendAction(scene, stopsApi.vote, { stopId: idFrom(scene.stopIds, a) }, { value: (b % 3) - 1 }),
  addComment: async (scene, { a, b }) => {
    const body = { id: uuidv7(), target: targetFrom(scene, a), body: `Comment ${b}` };
    const sent = await sendAction(scene, commentsApi.create, {}, body);
    if (sent.status === 201) scene.comments.push({ id: body.id, author: scene.actor });
    return sent;
  },
  editComment: (scene, { a, b }) => onComment(scene, a, commentsApi.update, { body: `Edited ${b}` }),
  resolveComment: (scene, { a, b }) => onComment(scene, a, commentsApi.resolve, { resolved: b % 2 === 0 }),
  deleteComment: (scene, { a }) => onComment(scene, a, commentsApi.delete),
  restoreComment: (scene, { a }) => onComment(scene, a, commentsApi.restore),
  setRole: (scene, { a, b }) =>
    sendAction(
      scene,
      membersApi.update,
      { userId: pick(scene.people, a).userId },
      { role: pick(["viewer", "editor"], b) },
    ),
  removeMember: (scene, { a }) =>
    sendAction(scene, membersApi.remove, { userId: pick(scene.people, a).userId }),
  join: async (scene, { a, b }) => {
    const made = await sendAction(scene, invitesApi.create, {}, { role: pick(["viewer", "editor"], b) });
    if (made.status !== 201) return made;
    const { token } = made.body as { token: string };
    return send(invitesApi.accept, { params: { token }, token: pick(scene.people, a).token });
  },
  leave: (scene) => sendAction(scene, tripsApi.leave, {}),
  transfer: (scene, { a }) =>
    sendAction(scene, tripsApi.transfer, {}, { userId: pick(scene.people, a).userId }),
  archive: (scene) => sendAction(scene, tripsApi.archive, {}),
  deleteTrip: (scene) => sendAction(scene, tripsApi.delete, {}),
  // The owner unarchives and restores the trip, because all other steps would be refused until somebody does.
  unarchive: (scene) => sendAction({ ...scene, actor: ownerOf(scene) }, tripsApi.unarchive, {}),
  restoreTrip: (scene) => sendAction({ ...scene, actor: ownerOf(scene) }, tripsApi.restore, {}),
  addReservation: async (scene, { a, b, c }) => {
    const start = {
      local: `${addDays(scene.epoch, (a % 6) - 2)}T${pick(["07:10", "23:55"], b)}`,
      zone: "Asia/Tokyo",
    };
    const end = {
      local: addDays(start.local.slice(0, 10), b % 3),
      zone: pick(["Asia/Tokyo", "Pacific/Apia"], c),
    };
    const ends = pick([{}, { start }, { start, end }], c);
    const kind = pick(["flight", "lodging", "restaurant"], a);
    const confirmation = b % 2 === 0 ? "XK42" : null;
    const body = { id: uuidv7(), kind, title: `Booking ${b}`, confirmation, ...ends };
    const sent = await sendAction(scene, reservationsApi.create, {}, body);
    if (sent.status === 201) scene.reservationIds.push(body.id);
    return sent;
  },
  editReservation: (scene, { a, b, c }) => {
    const start = { local: addDays(scene.epoch, b % 7), zone: "Asia/Tokyo" };
    const stopId = scene.stopIds.length > 0 ? pick(scene.stopIds, b) : null;
    const body = pick(
      [{ title: `Booking ${c}` }, { start }, { end: null }, { stopId }, { start: null, end: null }],
      c,
    );
    return sendAction(
      scene,
      reservationsApi.update,
      { reservationId: idFrom(scene.reservationIds, a) },
      body,
    );
  },
  deleteReservation: (scene, { a }) =>
    sendAction(scene, reservationsApi.delete, { reservationId: idFrom(scene.reservationIds, a) }),
  restoreReservation: (scene, { a }) =>
    sendAction(scene, reservationsApi.restore, { reservationId: idFrom(scene.reservationIds, a) }),
  addDecision: async (scene, { a, b, c }) => {
    const candidates = [...new Set([a, b, c].map((index) => idFrom(scene.stopIds, index)))];
    const deadline = pick([null, "2020-01-01T00:00:00Z", "2099-01-01T00:00:00Z"], c);
    const body = { id: uuidv7(), title: `Which ${b}?`, candidates, deadline, dayId: dayFrom(scene, a) };
    const sent = await sendAction(scene, decisionsApi.create, {}, body);
    if (sent.status === 201) scene.decisionIds.push(body.id);
    return sent;
  },
  editDecision: (scene, { a, b, c }) => {
    const candidates = [idFrom(scene.stopIds, b), idFrom(scene.stopIds, b + 1)];
    const body = pick([{ title: `Which ${c}?` }, { dayId: dayFrom(scene, b) }, { candidates }], c);
    return sendAction(scene, decisionsApi.update, { decisionId: idFrom(scene.decisionIds, a) }, body);
  },
  closeDecision: (scene, { a, b, c }) => {
    const decisionId = idFrom(scene.decisionIds, a);
    const { candidates = [] } = scene.trip.decisions.find(({ id }) => id === decisionId) ?? {};
    const body = b % 3 === 0 ? {} : { winnerId: idFrom(candidates, c) };
    return sendAction(scene, decisionsApi.close, { decisionId }, body);
  },
  reopenDecision: (scene, { a }) =>
    sendAction(scene, decisionsApi.reopen, { decisionId: idFrom(scene.decisionIds, a) }),
  deleteDecision: (scene, { a }) =>
    sendAction(scene, decisionsApi.delete, { decisionId: idFrom(scene.decisionIds, a) }),
  restoreDecision: (scene, { a }) =>
    sendAction(scene, decisionsApi.restore, { decisionId: idFrom(scene.decisionIds, a) }),
  addItem: async (scene, { a, b, c }) => {
    const list = pick(["packing", "todo"], a);
    const isPrivate = c % 3 === 0;
    const body = { id: uuidv7(), list, text: `Thing ${b}`, isPrivate, section: pick([null, "Clothes"], b) };
    const sent = await sendAction(scene, itemsApi.create, {}, body);
    if (sent.status === 201) scene.itemIds.push(body.id);
    return sent;
  },
  editItem: (scene, { a, b, c }) => {
    const patches = [
      { text: `Thing ${c}` },
      { isDone: b % 2 === 0 },
      { isPrivate: false },
      { dueDate: scene.epoch },
    ];
    return sendAction(scene, itemsApi.update, { itemId: idFrom(scene.itemIds, a) }, pick(patches, c));
  },
  moveItem: (scene, { a, b }) => {
    const afterId = pick([...scene.trip.items.map(({ id }) => id), null], b);
    return sendAction(scene, itemsApi.move, { itemId: idFrom(scene.itemIds, a) }, { afterId });
  },
  deleteItem: (scene, { a }) => sendAction(scene, itemsApi.delete, { itemId: idFrom(scene.itemIds, a) }),
  restoreItem: (scene, { a }) => sendAction(scene, itemsApi.restore, { itemId: idFrom(scene.itemIds, a) }),
  suggest: async (scene, { a, b, c }) => {
    const entityId = idFrom(scene.stopIds, a);
    const changes = [
      { op: "stops.update", entityId, input: { name: `Stop ${c}` } },
      { op: "stops.move", entityId, input: { dayId: dayFrom(scene, b), afterId: null } },
      { op: "stops.delete", entityId },
      { op: "trips.update", input: datesFrom(scene, a, b, c) },
    ];
    const body = { id: uuidv7(), changes: changes.slice(a % 3, (a % 3) + 1 + (b % 2)) };
    const sent = await sendAction(scene, suggestionsApi.create, {}, body);
    if (sent.status === 201) scene.suggestionIds.push(body.id);
    return sent;
  },
  acceptSuggestion: (scene, { a, b }) =>
    sendAction(
      scene,
      suggestionsApi.accept,
      { suggestionId: idFrom(scene.suggestionIds, a) },
      b % 2 === 0 ? {} : { lines: [0] },
    ),
  dismissSuggestion: (scene, { a }) =>
    sendAction(scene, suggestionsApi.dismiss, { suggestionId: idFrom(scene.suggestionIds, a) }, {}),
  ...MONEY_ACTIONS,
  undo: (scene, { a }) =>
    sendAction(scene, eventsApi.undo, {
      seq: String(Math.max((scene.since ?? 0) + 1, scene.trip.seq - (a % 4))),
    }),
} satisfies Record<string, Deed>;

export function datesFrom(
  { epoch }: Pick<RandomTestState, "epoch">,
  start: number,
  length: number,
  mode: number,
) {
  const startDate = addDays(epoch, (start % 9) - 4);
  const endDate = addDays(startDate, length % 6);
  return { startDate, endDate, dateMode: pick(["keep", "shift"] as const, mode) };
}

function onComment(scene: StepContext, index: number, endpoint: Endpoint, body?: object): Promise<RawAnswer> {
  if (scene.comments.length === 0) return sendAction(scene, endpoint, { commentId: uuidv7() }, body);
  const { id, author } = pick(scene.comments, index);
  // In three of four cases the author acts, because most other people would be refused.
  const actor = index % 4 === 0 ? scene.actor : author;
  return sendAction({ ...scene, actor }, endpoint, { commentId: id }, body);
}
