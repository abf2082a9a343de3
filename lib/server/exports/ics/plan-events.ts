import { addDays } from "#lib/shared/dates.ts";
import { formatClearMoney } from "#lib/shared/money.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { ExportPlan, PlanDay } from "../export-plan.ts";
import type { IcsEvent } from "./event.ts";

/** Returns the whole-day event of a day, which lists the stops without a time. */
export function dayEvent(plan: ExportPlan, { day, number, stops }: PlanDay): IcsEvent {
  const { trip, words, url } = plan;
  const untimed = stops.filter(({ startTime }) => startTime === null);
  const zone = day.timezone ?? trip.timezone;
  return {
    uid: `day-${day.id}@wayfare`,
    sequence: day.version + trip.version,
    createdAt: null,
    changedAt: latest(day.updatedAt, trip.updatedAt, ...untimed.map(({ updatedAt }) => updatedAt)),
    summary: `${words.day(number)} · ${day.title || trip.title}`,
    start: { date: day.date, time: null, zone },
    end: { date: addDays(day.date, 1), time: null, zone },
    description: [
      day.notes,
      ...untimed.map(({ name, endTime }) => `• ${endTime ? words.until(name, endTime) : name}`),
    ],
    location: null,
    point: null,
    url,
    categories: [],
    isTransparent: true,
  };
}

/** Returns the event of a stop; null: it has no time, and its day's event lists it. */
export function stopEvent(plan: ExportPlan, { day }: PlanDay, stop: StopDto): IcsEvent | null {
  const { startTime, endTime } = stop;
  if (startTime === null) return null;
  const { trip, words } = plan;
  const zone = plan.zoneOf(stop);
  const who = plan.whoIn(stop.participants);
  return {
    uid: `stop-${stop.id}@wayfare`,
    sequence: stop.version + trip.version,
    createdAt: stop.createdAt,
    changedAt: latest(stop.updatedAt, day.updatedAt, trip.updatedAt),
    summary: stop.name,
    start: { date: day.date, time: startTime, zone },
    // A stop that ends before its start ends after midnight.
    end:
      endTime === null
        ? null
        : { date: endTime < startTime ? addDays(day.date, 1) : day.date, time: endTime, zone },
    description: [
      stop.notes,
      stop.cost && words.cost(formatClearMoney(stop.cost, plan.locale)),
      who && words.who(who),
      stop.url,
    ],
    location: stop.place && (stop.place.address ?? stop.name),
    point: stop.place,
    url: stop.url ?? plan.url,
    categories: [words.categories[stop.category]],
    isTransparent: false,
  };
}

function latest(first: string, ...others: string[]): string {
  return others.reduce((a, b) => (a > b ? a : b), first);
}
