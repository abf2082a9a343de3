import { decimalText, type MoneyValue } from "#lib/shared/money.ts";
import type { LocalTime, ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { wallClock } from "#lib/shared/wall-clock.ts";
import type { ToolRun } from "../tool.ts";
import { withoutEmptyFields } from "./fit-result.ts";
import { shortId } from "./known-ids.ts";
import { shortenText } from "./short-text.ts";

/* Describes rows of a trip in short texts for the model. */

/** Returns an amount such as `12.34 EUR`, so that the model does not take minor units for whole ones. */
export function moneyText(money: MoneyValue | null): string | null {
  return money && `${decimalText(money.amount, money.currency)} ${money.currency}`;
}

export function timesText({ startTime, endTime }: Pick<StopDto, "startTime" | "endTime">): string | null {
  if (!startTime) return endTime && `until ${endTime}`;
  return endTime ? `${startTime}-${endTime}` : startTime;
}

/** Returns an instant in the trip's time zone, like all other times for the model. */
export function clockText({ timezone }: { timezone: string }, instant: string | Date): string {
  const { date, time } = wallClock(new Date(instant).getTime(), timezone);
  return `${date} ${time}`;
}

/** Returns the sum of the votes; above 0, more members are for the stop than against it. */
export function votesOf({ votes }: StopDto): number | null {
  return votes.reduce((sum, { value }) => sum + value, 0) || null;
}

function endText(end: LocalTime | null): string | null {
  return end && `${end.local} ${end.zone}`;
}

/** Returns a reservation without its confirmation number and contact: the model does not need them. */
export function reservationForModel(booking: ReservationDto, notes: number) {
  const { id, kind, title, start, end, from, to, provider, stopId, cost, confirmation } = booking;
  return withoutEmptyFields({
    id: shortId(id),
    kind,
    title: shortenText(title, 80),
    start: endText(start),
    end: endText(end),
    from: from && shortenText(from.name, 60),
    to: to && shortenText(to.name, 60),
    provider: provider && shortenText(provider, 60),
    stopId: stopId && shortId(stopId),
    cost: moneyText(cost),
    isConfirmed: confirmation !== null || null,
    notes: booking.notes && shortenText(booking.notes, notes),
  });
}

interface Noted {
  id: string;
  notes: string | null;
}

/**
 * Records which rows' complete notes the model has read, and at which seq. Notes that were cut have to be read again
 * before the model replaces them.
 */
export function recordReadNotes(run: ToolRun, seq: number, things: readonly Noted[], most: number): void {
  const seen = (run.seen ??= new Map());
  for (const { id, notes } of things) {
    if ((notes?.length ?? 0) <= most) seen.set(id, seq);
    else seen.delete(id);
  }
}
