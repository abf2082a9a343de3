import { pipelined } from "#db/client.ts";
import { selectDays, selectPlannedStops } from "#db/queries/days.ts";
import { selectTripFields } from "#db/queries/trips.ts";
import type { DatesPreview } from "#lib/shared/days.ts";
import { notFound } from "#lib/shared/errors.ts";
import type { DateMode } from "#lib/shared/trips.ts";
import { requireAccess } from "../access.ts";
import type { Ctx } from "../context.ts";
import { datePlanOf } from "./change-dates.ts";

interface Question {
  startDate: string | null;
  endDate: string | null;
  mode: DateMode;
}

/** What the change of dates would do, by the very plan that the change itself follows. */
export async function previewDates(ctx: Ctx, tripId: string, question: Question): Promise<DatesPreview> {
  await requireAccess(ctx, tripId, "viewer");
  const [[found], rows, planned] = await pipelined([
    selectTripFields(ctx.db, { tripId }),
    selectDays(ctx.db, { tripId }),
    selectPlannedStops(ctx.db, { tripId }),
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
  };
}
