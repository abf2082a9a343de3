import { runPipelined } from "#db/client.ts";
import { type DayRow, insertDays, saveDay, selectPlannedStops } from "#db/queries/days.ts";
import { selectReservations } from "#db/queries/reservations.ts";
import { selectStopsOfDay } from "#db/queries/stops.ts";
import { type DatePlan, type DateRange, planDates, shiftBetween } from "#lib/shared/date-plan.ts";
import type { DayDto } from "#lib/shared/days.ts";
import type { EventOp } from "#lib/shared/events.ts";
import { keysAfter } from "#lib/shared/order.ts";
import { shiftedEnds } from "#lib/shared/reservation-shift.ts";
import type { DateMode } from "#lib/shared/trips.ts";
import type { Ctx } from "../context.ts";
import { changeReservation } from "../reservations/edit-reservation.ts";
import type { TripWrite } from "../writes/write.ts";
import { type StopZoneFinder, createStopZoneFinder, keepLocalTimes } from "./keep-local-times.ts";
import { respacePositions } from "../stops/respace-positions.ts";
import { writeStop } from "../stops/stop-row.ts";

export function datePlanOf(rows: DayRow[], from: DateRange, to: DateRange, mode: DateMode): DatePlan {
  const days = rows.map(({ day, deletedAt }) => ({
    id: day.id,
    date: day.date,
    retiredAt: deletedAt,
  }));
  return planDates(days, from, to, mode);
}

/**
 * Changes the days to the new range of dates: stops of removed days go to Ideas in the plan's order, all stops keep
 * their local times, and dates that nobody has confirmed yet move with the days.
 */
export async function applyDates(
  ctx: Ctx,
  write: TripWrite,
  rows: DayRow[],
  { from, to, mode }: { from: DateRange; to: DateRange; mode: DateMode },
): Promise<void> {
  const plan = datePlanOf(rows, from, to, mode);
  const days = new Map(rows.map(({ day }) => [day.id, day]));
  const retired = new Map(plan.retired.map(({ id }) => [id, days.get(id)?.timezone ?? null]));
  await sendToIdeas(write, retired, createStopZoneFinder(write.at, { from, to }));
  for (const { id } of plan.retired)
    await changeDay(write, days.get(id), { deletedAt: write.at.toISOString() }, "day.deleted");
  for (const { id, to: date } of plan.shifted) await changeDay(write, days.get(id), { date }, "day.updated");
  for (const { id } of plan.revived)
    await changeDay(write, days.get(id), { deletedAt: null }, "day.restored");
  await addDays(ctx, write, plan.added);
  await keepLocalTimes(write, { from, to });
  await shiftReservations(write, shiftBetween(from, to, mode));
}

async function shiftReservations(write: TripWrite, days: number): Promise<void> {
  if (days === 0) return;
  for (const { reservation } of await selectReservations(write.tx, { tripId: write.trip.id })) {
    const ends = shiftedEnds(reservation, days);
    if (ends) changeReservation(write, reservation, ends, "reservation.updated");
  }
}

type DayChange = Partial<Pick<DayDto, "date" | "title" | "notes" | "timezone">> & {
  deletedAt?: string | null;
};

/** Writes a day's fields and records the change; `deletedAt` retires or restores the day. */
export async function changeDay(
  write: TripWrite,
  day: DayDto | undefined,
  change: DayChange,
  op: EventOp,
): Promise<DayDto> {
  if (!day) throw new Error("A planned day has no row.");
  const { deletedAt = null } = change;
  const record = JSON.stringify({ ...day, ...change, deletedAt });
  const [saved] = await saveDay(write.tx, { tripId: write.trip.id, id: day.id, day: record, at: write.at });
  if (!saved) throw new Error("A locked day vanished.");
  const fields = Object.keys(change).filter((field) => field !== "deletedAt");
  const held = new Map<string, unknown>(Object.entries(day));
  const before = Object.fromEntries(fields.map((field) => [field, held.get(field) ?? null]));
  const isLifecycle = op === "day.deleted" || op === "day.restored";
  const lifecycle = isLifecycle ? { deletedAt: op === "day.deleted" ? null : write.at.toISOString() } : {};
  const after = op === "day.deleted" ? { id: day.id } : saved.day;
  write.record({ op, entityId: day.id, before: { ...before, ...lifecycle }, after });
  return saved.day;
}

export async function addDays(ctx: Ctx, write: TripWrite, dates: string[]): Promise<DayDto[]> {
  if (dates.length === 0) return [];
  const days = JSON.stringify(dates.map((date) => ({ id: ctx.newId(), date })));
  const rows = await insertDays(write.tx, { tripId: write.trip.id, days, at: write.at });
  const added = rows.map(({ day }) => day).toSorted((a, b) => (a.date < b.date ? -1 : 1));
  for (const day of added) write.record({ op: "day.created", entityId: day.id, after: day });
  return added;
}

/** Moves the stops of removed days to Ideas. `zones` are the time zones of these days, by the days' ids. */
async function sendToIdeas(
  write: TripWrite,
  zones: ReadonlyMap<string, string | null>,
  zoneFor: StopZoneFinder,
): Promise<void> {
  if (zones.size === 0) return;
  const { id: tripId, timezone: tripZone } = write.trip;
  const [planned, ideas] = await runPipelined([
    selectPlannedStops(write.tx, { tripId }),
    selectStopsOfDay(write.tx, { tripId, dayId: null }),
  ]);
  const leaving = planned.filter(({ stop }) => stop.dayId !== null && zones.has(stop.dayId));
  const last = ideas.at(-1)?.stop.position ?? null;
  const keys =
    keysAfter(last, leaving.length) ?? keysAfter(await respacePositions(write, null), leaving.length) ?? [];
  for (const [index, { stop, date }] of leaving.entries()) {
    const { dayId, position, formerDate } = stop;
    const timezone = await zoneFor(stop, zones.get(dayId ?? "") ?? tripZone, tripZone);
    const after = writeStop(write, stop, {
      dayId: null,
      position: keys[index] ?? position,
      formerDate: date,
      ...(timezone !== null && { timezone }),
    });
    const before = { dayId, position, formerDate, ...(timezone !== null && { timezone: null }) };
    write.record({ op: "stop.moved", entityId: stop.id, before, after });
  }
}
