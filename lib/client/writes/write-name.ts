import { LIST_RESOURCES } from "#lib/shared/resources/list-resources.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Write } from "./write.ts";

/** Returns the name of the row that a write changes, as it is or will be; null when there is none. */
export function writtenRowName({ label, recipe }: Write<unknown>, trip: TripDto): string | null {
  const { entityId } = label;
  if (entityId === trip.id) return null;
  const { stops, reservations, expenses, decisions, items, members, days } = trip;
  const lists = Object.values(LIST_RESOURCES).map(({ list }) => trip[list]);
  for (const rows of [stops, reservations, expenses, decisions, items, ...lists, members, days]) {
    const row = rows.find(({ id }) => id === entityId);
    if (row) return said(row);
  }
  const member = members.find(({ userId }) => userId === entityId);
  return member ? member.name : saidIn(recipe?.args ?? []);
}

const NAMES = ["name", "title", "text", "body", "date"] as const;

function said(row: object): string | null {
  const named: Partial<Record<(typeof NAMES)[number], unknown>> = row;
  const found = NAMES.map((key) => named[key]).find((text) => typeof text === "string" && text !== "");
  return typeof found === "string" ? found : null;
}

/** Returns the name of a row that does not exist yet: the first name in the write's arguments. */
function saidIn(args: readonly unknown[]): string | null {
  for (const given of args.flat()) {
    const name = typeof given === "object" && given !== null ? said(given) : null;
    if (name !== null) return name;
  }
  return null;
}
