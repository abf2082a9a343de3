import { type Options, stringify } from "csv-stringify/sync";
import { currencyExponent, type MoneyValue } from "#lib/shared/money.ts";
import { isTravel } from "#lib/shared/reservation-kinds.ts";
import { localClock, localDate } from "#lib/shared/reservation-times.ts";
import type { LocalTime, NamedPlace, ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { ExportPlan } from "./export-plan.ts";
import { guardFormula } from "./guarded-text.ts";
import { CSV_COLUMNS, type CsvColumn } from "./labels.ts";

type Cells = Partial<Record<CsvColumn, string | number | null | undefined>>;

/** The value of a cell; `decimal` is a number with all its digits, which may be below 0. */
export type Cell = string | number | { decimal: string } | null | undefined;

/**
 * The format of RFC 4180, with the byte order mark by which spreadsheets recognise UTF-8. Texts are guarded so that
 * spreadsheets do not run them as formulas; numbers come from the service and stay numbers.
 */
const FORMAT: Options = {
  bom: true,
  record_delimiter: "\r\n",
  // Cells with a delimiter of other countries are quoted, because their programs would split at it.
  quoted_match: /[;\t\r\n]/,
  cast: {
    string: guardFormula,
    object: (value) => ("decimal" in value ? String(value["decimal"]) : ""),
  },
};

/**
 * Returns the plan as CSV: a row for each stop in the plan's order, those of Ideas after the days, then the
 * reservations.
 */
export function csvTable(plan: ExportPlan): string {
  const { days, ideas, reservations, words } = plan;
  const rows: Cells[] = [
    words.columns,
    ...days.flatMap(({ day, stops }) => stops.map((stop) => stopCells(plan, stop, day.date))),
    ...ideas.map((stop) => stopCells(plan, stop, null)),
    ...reservations.map((reservation) => bookingCells(plan, reservation)),
  ];
  return stringify(rows, { ...FORMAT, columns: [...CSV_COLUMNS] });
}

/** Returns a CSV table; each row must have the same number of cells. */
export function csvDocument(rows: readonly (readonly Cell[])[]): string {
  return stringify([...rows], FORMAT);
}

function stopCells(plan: ExportPlan, stop: StopDto, date: string | null): Cells {
  const { words } = plan;
  return {
    what: date === null ? words.ideas : words.rows.stop,
    date,
    start: stop.startTime,
    end: stop.endTime,
    zone: (stop.startTime ?? stop.endTime) && plan.zoneOf(stop),
    name: stop.name,
    kind: words.categories[stop.category],
    address: stop.place?.address,
    lat: stop.place?.lat,
    lng: stop.place?.lng,
    ...costCells(stop.cost),
    who: plan.whoIn(stop.participants),
    url: stop.url,
    notes: stop.notes,
    travel: stop.travelMode && words.travel[stop.travelMode],
  };
}

function bookingCells(plan: ExportPlan, reservation: ReservationDto): Cells {
  const { words } = plan;
  const { kind, start, end, from, to } = reservation;
  return {
    what: words.rows.booking,
    date: start && localDate(start),
    start: start && localClock(start),
    end: end && localClock(end),
    endDate: end && localDate(end),
    zone: zones(start, end),
    name: reservation.title,
    kind: words.kinds[kind],
    address: isTravel(kind)
      ? [from, to].map(spot).filter(Boolean).join(" → ")
      : from && (from.address ?? from.name),
    lat: from?.lat,
    lng: from?.lng,
    ...costCells(reservation.cost),
    confirmation: reservation.confirmation,
    provider: reservation.provider,
    who: plan.whoIn(reservation.participants),
    url: reservation.url,
    notes: reservation.notes,
  };
}

function zones(start: LocalTime | null, end: LocalTime | null): string | null {
  if (!start) return null;
  return !end || end.zone === start.zone ? start.zone : `${start.zone} → ${end.zone}`;
}

function spot(place: NamedPlace | null): string | null {
  if (!place) return null;
  return place.code ? `${place.name} (${place.code})` : place.name;
}

/** Returns the cells of a cost, as a decimal number of the currency. */
function costCells(cost: MoneyValue | null): Cells {
  if (!cost) return {};
  const exponent = currencyExponent(cost.currency);
  return { cost: Number((cost.amount / 10 ** exponent).toFixed(exponent)), currency: cost.currency };
}
