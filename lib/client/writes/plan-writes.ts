import type { DayDto, DayPatch } from "#lib/shared/days.ts";
import type { TripDto, TripFields, TripPatch } from "#lib/shared/trips.ts";
import type { UndoResult } from "#lib/shared/undo.ts";
import { call } from "../base/api.ts";
import { changesOfEvent } from "./changes.ts";
import { daysApi, eventsApi, tripsApi } from "../base/operations.ts";
import type { EditOptions, UndoOptions, Write } from "./write.ts";

export function updateTripWrite(
  tripId: string,
  patch: TripPatch,
  { baseSeq, force = false }: EditOptions,
): Write<TripDto> {
  const { dateMode: _, currencyRate: _rate, ...wanted } = patch;
  const fields = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  return {
    label: { action: "updateTrip", entityId: tripId },
    send: (options) => call(tripsApi.update, { params: { tripId }, body: patch }, options),
    // Days are added and removed by their own events: only the service knows which rows a change of the dates brings
    // back.
    predict: ({ trip }) => [
      {
        op: "trip.updated",
        entity: { ...tripFieldsOf(trip), ...fields, currency: currencyAfter(trip, patch) },
      },
    ],
    confirm: (trip) => [{ op: "trip.updated", entity: tripFieldsOf(trip) }],
    suggestion: { op: "trips.update", input: patch },
    edit: { fields: Object.keys(fields), patch: fields, baseSeq, force, current: tripFieldsOf },
  };
}

export function updateDayWrite(
  tripId: string,
  dayId: string,
  patch: DayPatch,
  { baseSeq, force = false }: EditOptions,
): Write<DayDto> {
  const find = (trip: TripDto) => trip.days.find(({ id }) => id === dayId);
  return {
    label: { action: "updateDay", entityId: dayId },
    send: (options) => call(daysApi.update, { params: { tripId, dayId }, body: patch }, options),
    predict: ({ trip }) => {
      const day = find(trip);
      return day ? [{ op: "day.updated", entity: { ...day, ...patch } }] : [];
    },
    confirm: (day) => [{ op: "day.updated", entity: day }],
    suggestion: { op: "days.update", entityId: dayId, input: patch },
    edit: { fields: Object.keys(patch), patch, baseSeq, force, current: (trip) => find(trip) ?? null },
  };
}

export function undoWrite(tripId: string, seq: number, { explains = false }: UndoOptions): Write<UndoResult> {
  return {
    label: { action: "undo", entityId: tripId },
    explained: explains ? "UNDO_CONFLICT" : undefined,
    send: (options) => call(eventsApi.undo, { params: { tripId, seq } }, options),
    predict: () => [],
    confirm: ({ events }) => events.flatMap(changesOfEvent),
    noticeOf: ({ kept = [] }) => (kept.length > 0 ? { kind: "kept", rows: kept } : null),
  };
}

/**
 * Returns the currency that the view shows after a change of the trip: once the trip contains amounts, only the service
 * can convert them to another currency, so the old one stays.
 */
function currencyAfter(trip: TripDto, { currency = trip.currency }: TripPatch): string {
  const hasMoney = trip.expenseCount + trip.settlements.length + trip.formerCurrencies.length > 0;
  return hasMoney ? trip.currency : currency;
}

/** Returns the trip's own fields, as its events contain them. */
export function tripFieldsOf(trip: TripDto): TripFields {
  const { id, title, destination, startDate, endDate, timezone, currency, isSample, isDemo } = trip;
  const { formerCurrencies, budget, cover, archivedAt, deletedAt, version, createdAt, updatedAt } = trip;
  const identity = { id, title, destination, startDate, endDate, timezone, currency, isSample, isDemo };
  return {
    ...identity,
    formerCurrencies,
    budget,
    cover,
    archivedAt,
    deletedAt,
    version,
    createdAt,
    updatedAt,
  };
}
