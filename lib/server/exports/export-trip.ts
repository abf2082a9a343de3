import type { Db } from "#db/client.ts";
import { selectExpenses } from "#db/queries/expenses.ts";
import { selectTrip } from "#db/queries/trips.ts";
import { assertNever, notFound } from "#lib/shared/errors.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import type { ExportFormat } from "#lib/shared/export-formats.ts";
import type { FeedScope } from "#lib/shared/feeds.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { requireAccess } from "../access/access.ts";
import { type Locale, requestLocale } from "../auth/locale.ts";
import type { Ctx } from "../context.ts";
import { env } from "../env/env.ts";
import { FileText } from "../http/file-text.ts";
import { csvTable } from "./csv.ts";
import { expensesTable } from "./expenses-csv.ts";
import { type ExportPlan, exportPlan } from "./export-plan.ts";
import { gpxDocument } from "./gpx.ts";
import { icsCalendar } from "./ics/calendar.ts";
import { kmlDocument } from "./kml.ts";
import { MONEY_LABELS } from "./money-labels.ts";
import { writeTripFile } from "./trip-file.ts";

export const ICS_TYPE = "text/calendar; charset=utf-8";
const CSV_TYPE = "text/csv; charset=utf-8";
/** The number of expenses in one page. */
const PAGE = 1000;

interface Wanted {
  format: ExportFormat;
  scope?: FeedScope | undefined;
  lang?: Locale | undefined;
}

/** Returns the trip as a file for other programs. */
export async function exportTrip(ctx: Ctx, tripId: string, wanted: Wanted): Promise<FileText> {
  const { memberId } = await requireAccess(ctx, tripId, "viewer");
  if (wanted.format === "json") {
    const file = await writeTripFile(ctx, tripId);
    return new FileText(fileName(file.trip.title, "json"), "application/json", `${JSON.stringify(file)}\n`);
  }
  const { scope, lang: locale = requestLocale(ctx.headers) } = wanted;
  if (wanted.format === "expenses") return exportExpenses(ctx, tripId, locale);
  const trip = await readTrip(ctx, ctx.db, tripId);
  const plan = exportPlan(trip, { locale, baseUrl: env().BASE_URL, scope, memberId });
  const { type, text } = written(wanted.format, plan);
  return new FileText(fileName(trip.title, wanted.format), type, text);
}

async function readTrip(ctx: Ctx, db: Db, tripId: string): Promise<TripDto> {
  const [row] = await selectTrip(db, { tripId, userId: ctx.viewer.userId, now: ctx.now() });
  if (!row) throw notFound("trip");
  return JSON.parse(row.trip);
}

async function exportExpenses(ctx: Ctx, tripId: string, locale: Locale): Promise<FileText> {
  const { userId } = ctx.viewer;
  const { trip, expenses } = await ctx.db.snapshot(async (tx) => ({
    trip: await readTrip(ctx, tx, tripId),
    expenses: await readExpenses(tx, { tripId, userId }),
  }));
  const name = fileName(`${trip.title} - ${MONEY_LABELS[locale].expenses}`, "csv");
  return new FileText(name, CSV_TYPE, expensesTable({ trip, expenses, locale }));
}

/**
 * Reads all expenses. With private ones there may be more than a trip's limit, because each member counts those that
 * this member sees.
 */
async function readExpenses(tx: Db, reader: { tripId: string; userId: string }): Promise<ExpenseDto[]> {
  const all: ExpenseDto[] = [];
  for (;;) {
    const last = all.at(-1);
    const after = { afterDate: last?.spentOn ?? null, afterId: last?.id ?? null };
    const rows = await selectExpenses(tx, { ...reader, ...after, limit: PAGE });
    all.push(...rows.map(({ expense }) => expense));
    if (rows.length < PAGE) return all;
  }
}

function written(
  format: Exclude<ExportFormat, "json" | "expenses">,
  plan: ExportPlan,
): { type: string; text: string } {
  switch (format) {
    case "ics":
      return { type: ICS_TYPE, text: icsCalendar(plan) };
    case "gpx":
      return { type: "application/gpx+xml; charset=utf-8", text: gpxDocument(plan) };
    case "kml":
      return { type: "application/vnd.google-earth.kml+xml; charset=utf-8", text: kmlDocument(plan) };
    case "csv":
      return { type: CSV_TYPE, text: csvTable(plan) };
    default:
      return assertNever(format);
  }
}

/** Returns a file name without characters that a file system or a header does not allow. */
function fileName(title: string, extension: string): string {
  const name = title
    .replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .replace(/^[. ]+|[. ]+$/g, "");
  return `${Array.from(name).slice(0, 80).join("").trim() || "trip"}.${extension}`;
}
