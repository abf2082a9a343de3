import { decimalText, type MoneyValue } from "#lib/shared/money.ts";
import type { LocalTime, ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { wallClock } from "#lib/shared/wall-clock.ts";
import type { ToolRun } from "../tool.ts";
import { telling } from "./fitted.ts";
import { shortId } from "./known-ids.ts";
import { shortened } from "./short-text.ts";

/* Things of a trip in the few words in which a model reads them. */

/** `12.34 EUR`, so that nobody takes minor units for whole ones. */
export function moneyText(money: MoneyValue | null): string | null {
  return money && `${decimalText(money.amount, money.currency)} ${money.currency}`;
}

export function timesText({ startTime, endTime }: Pick<StopDto, "startTime" | "endTime">): string | null {
  if (!startTime) return endTime && `until ${endTime}`;
  return endTime ? `${startTime}-${endTime}` : startTime;
}

/** An instant by the trip's own clock, as all other times that the model is told. */
export function clockText({ timezone }: { timezone: string }, instant: string | Date): string {
  const { date, time } = wallClock(new Date(instant).getTime(), timezone);
  return `${date} ${time}`;
}

/** Above 0: more are for it. */
export function votesOf({ votes }: StopDto): number | null {
  return votes.reduce((sum, { value }) => sum + value, 0) || null;
}

function endText(end: LocalTime | null): string | null {
  return end && `${end.local} ${end.zone}`;
}

/** A booking without its confirmation number and contact, which everybody sees and no model needs. */
export function toldBooking(booking: ReservationDto, notes: number) {
  const { id, kind, title, start, end, from, to, provider, stopId, cost, confirmation } = booking;
  return telling({
    id: shortId(id),
    kind,
    title: shortened(title, 80),
    start: endText(start),
    end: endText(end),
    from: from && shortened(from.name, 60),
    to: to && shortened(to.name, 60),
    provider: provider && shortened(provider, 60),
    stopId: stopId && shortId(stopId),
    cost: moneyText(cost),
    isConfirmed: confirmation !== null || null,
    notes: booking.notes && shortened(booking.notes, notes),
  });
}

interface Noted {
  id: string;
  notes: string | null;
}

/** Remembers whose notes were told to their end, as of which seq; what was cut has to be read again before it is replaced. */
export function noteSeen(run: ToolRun, seq: number, things: readonly Noted[], most: number): void {
  const seen = (run.seen ??= new Map());
  for (const { id, notes } of things) {
    if ((notes?.length ?? 0) <= most) seen.set(id, seq);
    else seen.delete(id);
  }
}
