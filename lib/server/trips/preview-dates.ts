import { runPipelined } from "#db/client.ts";
import { selectDays, selectPlannedStops } from "#db/queries/days.ts";
import { selectReservations } from "#db/queries/reservations.ts";
import { selectTripFields } from "#db/queries/trips.ts";
import { type DateRange, shiftBetween } from "#lib/shared/date-plan.ts";
import type { DatesPreview } from "#lib/shared/days.ts";
import { notFound } from "#lib/shared/errors.ts";
import { dateSpan } from "#lib/shared/reservation-days.ts";
import { shiftedEnds } from "#lib/shared/reservation-shift.ts";
import { localDate } from "#lib/shared/reservation-times.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { DateMode } from "#lib/shared/trips.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { datePlanOf } from "./change-dates.ts";

interface Question {
  startDate: string | null;
  endDate: string | null;
  mode: DateMode;
}

/** Returns what a change of dates would do, by the same computation as the change itself. */
export async function previewDates(ctx: Ctx, tripId: string, question: Question): Promise<DatesPreview> {
  await requireAccess(ctx, tripId, "viewer");
  const [[found], rows, planned, reservations] = await runPipelined([
    selectTripFields(ctx.db, { tripId }),
    selectDays(ctx.db, { tripId }),
    selectPlannedStops(ctx.db, { tripId }),
    selectReservations(ctx.db, { tripId }),
  ]);
  if (!found) throw notFound("trip");
  const plan = datePlanOf(rows, found.trip, question, question.mode);
  const titles = new Map(rows.map(({ day }) => [day.id, day.title]));
  const withTitle = <T extends { id: string }>(day: T) => ({ ...day, title: titles.get(day.id) ?? null });
  const retired = new Set(plan.retired.map(({ id }) => id));
  const leaving = planned.filter(({ stop }) => stop.dayId !== null && retired.has(stop.dayId));
  return {
    addedDates: plan.added,
    revivedDays: plan.revived.map(withTitle),
    shiftedDays: plan.shifted.map(withTitle),
    retiredDays: plan.retired.map(withTitle),
    stopsToIdeas: leaving.map(({ stop, date }) => ({ id: stop.id, name: stop.name, date })),
    ...previewReservations(
      reservations.map(({ reservation }) => reservation),
      question,
      shiftBetween(found.trip, question, question.mode),
    ),
  };
}

type ReservationsPreview = Pick<DatesPreview, "shiftedReservations" | "keptReservations">;

function previewReservations(
  reservations: ReservationDto[],
  range: DateRange,
  days: number,
): ReservationsPreview {
  const preview: ReservationsPreview = { shiftedReservations: [], keptReservations: [] };
  for (const { id, title, ...reservation } of reservations) {
    const ends = shiftedEnds(reservation, days);
    const span = dateSpan(ends ?? reservation);
    if (!reservation.start || !span) continue;
    const isOutside = !isWithin(span, range);
    const from = localDate(reservation.start);
    const date = localDate(ends?.start ?? reservation.start);
    if (ends) preview.shiftedReservations.push({ id, title, from, to: date });
    if (isOutside || (days !== 0 && !ends)) preview.keptReservations.push({ id, title, date, isOutside });
  }
  return preview;
}

/** Whether a date is within the trip; a trip without dates contains all. */
function isWithin(
  { first, last }: { first: string; last: string },
  { startDate, endDate }: DateRange,
): boolean {
  return (startDate === null || first >= startDate) && (endDate === null || last <= endDate);
}
