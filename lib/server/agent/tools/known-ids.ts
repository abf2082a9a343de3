import * as z from "zod";
import type { DayDto } from "#lib/shared/days.ts";
import { AppError } from "#lib/shared/errors.ts";
import { quoteName, shortenText } from "./short-text.ts";

/** How many digits of an id the model gets: no two rows of a trip share them, and they need a quarter of the tokens. */
const DIGITS = 8;
const WHOLE = 36;

/** An id from the model: the short one that it got, or a whole one. */
export const KnownId = z.string().trim().min(1).max(60);

export function shortId(id: string): string {
  return id.slice(-DIGITS);
}

interface Known {
  id: string;
  name: string;
}

/**
 * Returns the one row of the trip that an id means.
 * @throws AppError NOT_FOUND for an id of no row of this trip; its message tells the model where ids come from
 */
export function findKnownRow<T extends Known>(kind: string, said: string, known: readonly T[]): T {
  const asked = said.toLowerCase();
  const isId = asked.length === WHOLE || (asked.length >= DIGITS && /^[\da-f]+$/.test(asked));
  const [found, another] = isId ? known.filter(({ id }) => id.endsWith(asked)) : [];
  if (!found) {
    const message = `There is no ${kind} ${quoteName(said)} in this trip. Read the trip for the ids that there are.`;
    throw new AppError("NOT_FOUND", message);
  }
  if (!another) return found;
  const whole = [found, another].map(({ id, name }) => `${id} is ${quoteName(name)}`).join(", ");
  throw new AppError("NOT_FOUND", `More than one ${kind} ends with ${shortenText(said, 40)}: ${whole}.`);
}

/**
 * Returns the day of an id; null: Ideas.
 * @throws AppError NOT_FOUND
 */
export function findDay(said: string | null, days: readonly DayDto[]): DayDto | null {
  if (said === null) return null;
  return findKnownRow(
    "day",
    said,
    days.map((day) => ({ ...day, name: day.date })),
  );
}
