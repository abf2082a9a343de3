import type { TripSession } from "#lib/client/open-trip/trip-session.ts";
import { newId } from "#lib/client/base/ids.ts";
import { addDays } from "#lib/shared/dates.ts";
import type { WriteAnswer } from "#lib/client/writes/notices.ts";
import type { SeededRandom } from "./seeded-random.ts";
import type { Operation } from "./fuzz-operations.ts";

const FIRST_DAY = "2026-12-10";

const done = (outcome: Promise<WriteAnswer<unknown>>, creates: string | null = null) => ({
  outcome,
  creates,
});

function dayIdOf({ store }: TripSession, chance: SeededRandom): string | null {
  return chance.is(0.3) ? null : (chance.pick(store.trip.days)?.id ?? null);
}

function endOf(chance: SeededRandom) {
  const date = addDays(FIRST_DAY, chance.below(7) - 2);
  const zone = chance.pick(["Asia/Tokyo", "America/Los_Angeles", "Pacific/Apia"]) ?? "UTC";
  return { local: chance.is(0.3) ? date : `${date}T0${chance.below(10)}:15`, zone };
}

const BOOKINGS: Record<string, Operation> = {
  addReservation(session, chance, turn) {
    const id = newId();
    const kind = chance.pick(["flight", "lodging", "restaurant"] as const) ?? "other";
    const start = chance.is(0.8) ? endOf(chance) : null;
    const confirmation = chance.is(0.5) ? `XK${turn}` : null;
    return done(
      session.actions.addReservation({ id, kind, title: `Booking ${turn}`, start, confirmation }),
      id,
    );
  },
  updateReservation(session, chance, turn) {
    const reservation = chance.pick(session.store.trip.reservations);
    const patch = chance.pick([
      { title: `Booking ${turn}` },
      { notes: `Notes ${turn}`, provider: "Kanra" },
      { start: endOf(chance), end: null },
      { cost: { amount: turn, currency: "JPY" } },
      { stopId: chance.pick(session.store.trip.stops)?.id ?? null },
    ]);
    if (!reservation || !patch) return null;
    return done(session.actions.updateReservation(reservation.id, patch, { force: chance.is(0.2) }));
  },
  deleteReservation(session, chance) {
    const reservation = chance.pick(session.store.trip.reservations);
    if (!reservation) return null;
    const gone = done(session.actions.deleteReservation(reservation.id));
    if (chance.is(0.5)) void session.actions.restoreReservation(reservation.id);
    return gone;
  },
};

const DECISIONS: Record<string, Operation> = {
  addDecision(session, chance, turn) {
    const id = newId();
    const stops = [chance.pick(session.store.trip.stops), chance.pick(session.store.trip.stops)];
    const candidates = [...new Set(stops.flatMap((stop) => (stop ? [stop.id] : [])))];
    const input = { id, title: `Which ${turn}?`, candidates, dayId: dayIdOf(session, chance) };
    return done(session.actions.addDecision(input), id);
  },
  updateDecision(session, chance, turn) {
    const decision = chance.pick(session.store.trip.decisions);
    const patch = chance.is(0.5) ? { title: `Which ${turn}?` } : { dayId: dayIdOf(session, chance) };
    return decision ? done(session.actions.updateDecision(decision.id, patch)) : null;
  },
  closeDecision(session, chance) {
    const decision = chance.pick(session.store.trip.decisions);
    const winnerId = chance.is(0.7) ? chance.pick(decision?.candidates ?? []) : undefined;
    return decision ? done(session.actions.closeDecision(decision.id, winnerId)) : null;
  },
  reopenDecision(session, chance) {
    const decision = chance.pick(session.store.trip.decisions.filter(({ status }) => status === "closed"));
    return decision ? done(session.actions.reopenDecision(decision.id)) : null;
  },
  deleteDecision(session, chance) {
    const decision = chance.pick(session.store.trip.decisions);
    return decision ? done(session.actions.deleteDecision(decision.id)) : null;
  },
};

const LISTS: Record<string, Operation> = {
  addItem(session, chance, turn) {
    const id = newId();
    const isPrivate = chance.is(0.4);
    const list = chance.pick(["packing", "todo"] as const) ?? "todo";
    return done(
      session.actions.addItems([{ id, list, text: `Thing ${turn}`, isPrivate }]),
      isPrivate ? null : id,
    );
  },
  updateItem(session, chance, turn) {
    const item = chance.pick(session.store.trip.items);
    const patch = chance.pick([
      { text: `Thing ${turn}` },
      { isDone: chance.is(0.5) },
      { section: "Clothes" },
      { assigneeId: chance.pick(session.store.trip.members)?.id ?? null },
    ]);
    const isShared = item?.ownerId !== null && chance.is(0.3);
    if (!item || !patch) return null;
    return done(session.actions.updateItem(item.id, isShared ? { isPrivate: false } : patch));
  },
  moveItem(session, chance) {
    const item = chance.pick(session.store.trip.items);
    const others = session.store.trip.items.filter(
      ({ id, list, ownerId }) => id !== item?.id && list === item?.list && ownerId === item.ownerId,
    );
    return item
      ? done(session.actions.moveItem(item.id, { afterId: chance.pick(others)?.id ?? null }))
      : null;
  },
  deleteItem(session, chance) {
    const item = chance.pick(session.store.trip.items);
    if (!item) return null;
    const gone = done(session.actions.deleteItem(item.id));
    if (chance.is(0.4)) void session.actions.restoreItem(item);
    return gone;
  },
};

const SUGGESTIONS: Record<string, Operation> = {
  sendDraft(session) {
    const { draft, confirmed } = session.store;
    return draft.pack(confirmed).changes.length > 0 ? done(session.actions.sendDraft()) : null;
  },
  acceptSuggestion(session, chance) {
    const suggestion = chance.pick(session.store.trip.suggestions);
    if (!suggestion) return null;
    return done(session.actions.acceptSuggestion(suggestion.id, { force: chance.is(0.5) }));
  },
  dismissSuggestion(session, chance) {
    const suggestion = chance.pick(session.store.trip.suggestions);
    return suggestion ? done(session.actions.dismissSuggestion(suggestion.id, "Not now.")) : null;
  },
};

/** Operations on everything except stops, days and comments. */
export const RESOURCE_OPERATIONS = { ...BOOKINGS, ...DECISIONS, ...LISTS, ...SUGGESTIONS };

/** The relative frequency of each operation. */
export const RESOURCE_WEIGHTS = {
  addReservation: 3,
  updateReservation: 3,
  deleteReservation: 1,
  addDecision: 2,
  updateDecision: 1,
  closeDecision: 2,
  reopenDecision: 1,
  deleteDecision: 1,
  addItem: 3,
  updateItem: 3,
  moveItem: 1,
  deleteItem: 1,
  acceptSuggestion: 2,
  dismissSuggestion: 1,
};
