import { selectTrip } from "#db/queries/trips.ts";
import { assertNever, notFound } from "#lib/shared/errors.ts";
import type { ExportFormat } from "#lib/shared/export-formats.ts";
import type { FeedScope } from "#lib/shared/feeds.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { requireAccess } from "../access.ts";
import { type Locale, requestLocale } from "../auth/locale.ts";
import type { Ctx } from "../context.ts";
import { env } from "../env.ts";
import { FileText } from "../http/file-text.ts";
import { csvTable } from "./csv.ts";
import { type ExportPlan, exportPlan } from "./export-plan.ts";
import { gpxDocument } from "./gpx.ts";
import { icsCalendar } from "./ics/calendar.ts";
import { kmlDocument } from "./kml.ts";
import { writeTripFile } from "./trip-file.ts";

export const ICS_TYPE = "text/calendar; charset=utf-8";

interface Wanted {
  format: ExportFormat;
  scope?: FeedScope | undefined;
  lang?: Locale | undefined;
}

/** The trip as a file that other programs read. */
export async function exportTrip(ctx: Ctx, tripId: string, wanted: Wanted): Promise<FileText> {
  const { memberId } = await requireAccess(ctx, tripId, "viewer");
  if (wanted.format === "json") {
    const file = await writeTripFile(ctx, tripId);
    return new FileText(fileName(file.trip.title, "json"), "application/json", `${JSON.stringify(file)}\n`);
  }
  const [row] = await selectTrip(ctx.db, { tripId, userId: ctx.viewer.userId, now: ctx.now() });
  if (!row) throw notFound("trip");
  const trip: TripDto = JSON.parse(row.trip);
  const { scope, lang: locale = requestLocale(ctx.headers) } = wanted;
  const plan = exportPlan(trip, { locale, baseUrl: env().BASE_URL, scope, memberId });
  const { type, text } = written(wanted.format, plan);
  return new FileText(fileName(trip.title, wanted.format), type, text);
}

function written(format: Exclude<ExportFormat, "json">, plan: ExportPlan): { type: string; text: string } {
  switch (format) {
    case "ics":
      return { type: ICS_TYPE, text: icsCalendar(plan) };
    case "gpx":
      return { type: "application/gpx+xml", text: gpxDocument(plan) };
    case "kml":
      return { type: "application/vnd.google-earth.kml+xml", text: kmlDocument(plan) };
    case "csv":
      return { type: "text/csv; charset=utf-8", text: csvTable(plan) };
    default:
      return assertNever(format);
  }
}

/** No character that a file system or a header would trip over. */
function fileName(title: string, extension: string): string {
  const name = title
    .replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .replace(/^[. ]+|[. ]+$/g, "");
  return `${Array.from(name).slice(0, 80).join("").trim() || "trip"}.${extension}`;
}
