import { updateMemberWrite } from "#lib/client/writes/member-writes.ts";
import type { WriteAnswer } from "#lib/client/writes/notices.ts";
import type { TripSession } from "#lib/client/open-trip/trip-session.ts";
import { newId } from "#lib/client/base/ids.ts";
import { addDays } from "#lib/shared/dates.ts";
import type { CommentTarget } from "#lib/shared/comments.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { LIST_OPERATIONS, LIST_WEIGHTS } from "./fuzz-lists.ts";
import { MONEY_OPERATIONS, MONEY_WEIGHTS } from "./fuzz-money.ts";
import { RESOURCE_OPERATIONS, RESOURCE_WEIGHTS } from "./fuzz-resources.ts";

/** A write that was made, with the id of the row that it creates, if it creates one. */
export interface MadeWrite {
  name: string;
  creates: string | null;
  outcome: Promise<WriteAnswer<unknown>>;
}

export type Operation = (
  session: TripSession,
  chance: SeededRandom,
  turn: number,
) => Omit<MadeWrite, "name"> | null;

function stopOf({ store }: TripSession, chance: SeededRandom): StopDto | undefined {
  return chance.pick(store.trip.stops);
}

function dayIdOf({ store }: TripSession, chance: SeededRandom): string | null {
  return chance.is(0.2) ? null : (chance.pick(store.trip.days)?.id ?? null);
}

/** Returns a target for a comment, which is mostly a stop. */
function targetOf(session: TripSession, chance: SeededRandom): CommentTarget {
  const reservation = chance.is(0.2) ? chance.pick(session.store.trip.reservations) : undefined;
  if (reservation) return { kind: "reservation", id: reservation.id };
  const expense = chance.is(0.2) ? chance.pick(session.store.trip.expenses) : undefined;
  if (expense) return { kind: "expense", id: expense.id };
  const stop = chance.is(0.3) ? undefined : stopOf(session, chance);
  return stop ? { kind: "stop", id: stop.id } : { kind: "trip", id: session.store.id };
}

function commentOf(session: TripSession, chance: SeededRandom) {
  const target = targetOf(session, chance);
  void session.threads.load(target);
  return chance.pick(session.threads.view(target).comments);
}

const done = (outcome: Promise<WriteAnswer<unknown>>, creates: string | null = null) => ({
  outcome,
  creates,
});

const OPERATIONS: Record<string, Operation> = {
  ...RESOURCE_OPERATIONS,
  ...LIST_OPERATIONS,
  ...MONEY_OPERATIONS,
  addStop(session, chance, turn) {
    const id = newId();
    return done(session.actions.addStop({ id, name: `Stop ${turn}`, dayId: dayIdOf(session, chance) }), id);
  },
  updateStop(session, chance, turn) {
    const stop = stopOf(session, chance);
    if (!stop) return null;
    const patch = chance.pick([
      { name: `Name ${turn}` },
      { notes: `Notes ${turn}`, startTime: "09:30" },
      { place: { lat: chance.below(80), lng: chance.below(170) } },
      { cost: { amount: turn, currency: "JPY" }, category: "food" as const },
      { startTime: null },
    ]);
    return patch ? done(session.actions.updateStop(stop.id, patch, { force: chance.is(0.2) })) : null;
  },
  moveStop(session, chance) {
    const stop = stopOf(session, chance);
    const dayId = dayIdOf(session, chance);
    const others = session.store.trip.stops.filter((other) => other.dayId === dayId && other.id !== stop?.id);
    const afterId = chance.is(0.3) ? null : (chance.pick(others)?.id ?? null);
    return stop ? done(session.actions.moveStop(stop.id, { dayId, afterId })) : null;
  },
  deleteStop(session, chance) {
    const stop = stopOf(session, chance);
    if (!stop || session.store.trip.stops.length < 3) return null;
    const gone = done(session.actions.deleteStop(stop.id));
    if (chance.is(0.5)) void session.actions.restoreStop(stop.id);
    return gone;
  },
  restoreStop(session, chance) {
    const deleted = session.store.recent.filter(({ op }) => op === "stop.deleted");
    const event = chance.pick(deleted);
    return event && event.op !== "redacted" ? done(session.actions.restoreStop(event.entityId)) : null;
  },
  vote(session, chance) {
    const stop = stopOf(session, chance);
    return stop ? done(session.actions.vote(stop.id, chance.pick([-1, 0, 1] as const) ?? 0)) : null;
  },
  renameTrip: (session, _chance, turn) => done(session.actions.updateTrip({ title: `Trip ${turn}` })),
  changeDates(session, chance) {
    const startDate = addDays("2026-12-10", chance.below(6) - 3);
    const endDate = addDays(startDate, chance.below(6));
    const dateMode = chance.is(0.5) ? "keep" : "shift";
    return done(session.actions.updateTrip({ startDate, endDate, dateMode }));
  },
  updateDay(session, chance, turn) {
    const day = chance.pick(session.store.trip.days);
    return day ? done(session.actions.updateDay(day.id, { title: `Day ${turn}` })) : null;
  },
  addComment(session, chance, turn) {
    const id = newId();
    const target = targetOf(session, chance);
    // A comment on a private expense is private too, even to the owner, as whom the test reads the log.
    const isPrivate = session.store.trip.expenses.some((each) => each.private && each.id === target.id);
    return done(session.actions.addComment(target, `Comment ${turn}`, { id }), isPrivate ? null : id);
  },
  editComment(session, chance, turn) {
    const comment = commentOf(session, chance);
    return comment ? done(session.actions.editComment(comment, `Edited ${turn}`)) : null;
  },
  resolveComment(session, chance) {
    const comment = commentOf(session, chance);
    return comment ? done(session.actions.resolveComment(comment, chance.is(0.6))) : null;
  },
  deleteComment(session, chance) {
    const comment = commentOf(session, chance);
    if (!comment) return null;
    const gone = done(session.actions.deleteComment(comment));
    if (chance.is(0.3)) void session.actions.restoreComment(comment.id);
    return gone;
  },
  undo(session, chance) {
    const event = chance.pick(session.store.recent.slice(-15));
    return event ? done(session.actions.undo(event.seq)) : null;
  },
  refresh(session) {
    session.refresh().catch(() => undefined);
    return null;
  },
  reopen(session) {
    session.stop();
    session.start();
    return null;
  },
  setRole({ store }, chance) {
    const member = chance.pick(
      store.trip.members.filter(({ role }) => role === "editor" || role === "viewer"),
    );
    if (!member?.userId || store.trip.role !== "owner") return null;
    const role = chance.is(0.7) ? "editor" : "viewer";
    return done(store.submit(updateMemberWrite(store.id, member.userId, { role })));
  },
};

export const OPERATION_NAMES = Object.keys(OPERATIONS);

/** The relative frequency of each operation, for everybody and for those who may write. */
const FOR_ALL = {
  vote: 2,
  addComment: 3,
  editComment: 2,
  resolveComment: 1,
  deleteComment: 1,
  refresh: 1,
  reopen: 1,
};
const FOR_EDITORS = { addStop: 3, updateStop: 3, moveStop: 3, deleteStop: 2, restoreStop: 1, renameTrip: 1 };
const AND_MORE = { changeDates: 1, updateDay: 1, undo: 2, setRole: 1 };

function weighted(weights: Record<string, number>): string[] {
  return Object.entries(weights).flatMap(([name, weight]) => Array.from({ length: weight }, () => name));
}

const EVERYONE = weighted({ ...FOR_ALL, sendDraft: 2 });
const EDITORS = weighted({
  ...FOR_ALL,
  ...FOR_EDITORS,
  ...AND_MORE,
  ...RESOURCE_WEIGHTS,
  ...LIST_WEIGHTS,
  ...MONEY_WEIGHTS,
});

/** Makes one client do a random operation; returns null if there was no row for it, or if it writes nothing. */
export function doSomething(session: TripSession, chance: SeededRandom, turn: number): MadeWrite | null {
  const { role } = session.store.trip;
  // Now and then somebody tries an operation that they may not do.
  const names = role === "owner" || role === "editor" || chance.is(0.2) ? EDITORS : EVERYONE;
  const name = chance.pick(names) ?? "addStop";
  const made = OPERATIONS[name]?.(session, chance, turn);
  if (!made) return null;
  // A viewer's changes of the plan wait in their draft.
  const isDrafted = role === "viewer" && name !== "addComment";
  return { name, ...made, creates: isDrafted ? null : made.creates };
}
