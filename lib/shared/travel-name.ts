import { isTravel } from "./reservation-kinds.ts";
import type { NamedPlace, ReservationFields } from "./reservations.ts";

type Travel = Pick<ReservationFields, "kind" | "title" | "provider" | "from" | "to">;

/**
 * A flight number (IATA): an airline's two characters, at least one of them a letter, and up to four digits: `LH 1166`,
 * `U2 1234`, `3K512`.
 */
const FLIGHT = /(?<![\p{L}\d])([A-Z][A-Z\d]|\d[A-Z]) ?(\d{1,4}[A-Z]?)(?![\p{L}\d])/u;
/** A train number: the letters of the train's kind and its number: `ICE 512`, `TGV8501`, `EC 172`, `G1234`. */
const LINE = /(?<![\p{L}\d])([A-Z]{1,4}) ?(\d{1,5})(?![\p{L}\d])/u;

/**
 * The usual name of a flight or a train: its number and its route, as in `LH 1166 · FRA → LIS`. null where the
 * reservation lacks one of the two; then only its title names it.
 */
export function travelName({ kind, title, provider, from, to }: Travel): string | null {
  if (!isTravel(kind) || !from || !to) return null;
  const pattern = kind === "flight" ? FLIGHT : LINE;
  const [, code, number] = pattern.exec(title) ?? pattern.exec(provider ?? "") ?? [];
  return code && number ? `${code} ${number} · ${short(from)} → ${short(to)}` : null;
}

function short({ code, name }: NamedPlace): string {
  return code ?? name;
}
