import { noteFeedRead, selectFeedByToken } from "#db/queries/feeds.ts";
import { selectTrip } from "#db/queries/trips.ts";
import type { ParsedRequest } from "#lib/shared/api/endpoint.ts";
import { feedsApi } from "#lib/shared/api/feeds.ts";
import { notFound } from "#lib/shared/errors.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { type Locale, requestLocale } from "../auth/locale.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import { freshDatabase } from "../process/database.ts";
import { env } from "../env/env.ts";
import { exportPlan } from "../exports/export-plan.ts";
import { ICS_TYPE } from "../exports/export-trip.ts";
import { icsCalendar } from "../exports/ics/calendar.ts";
import { defer } from "../http/defer.ts";
import { isCachedByClient } from "../http/download.ts";
import { FileText } from "../http/file-text.ts";
import { answerRequest } from "../http/answer-request.ts";
import { readInput } from "../http/input.ts";
import type { Route } from "../http/route.ts";
import { textStream } from "../http/text-stream.ts";
import { feedTokenHash } from "./feeds.ts";

const endpoint = feedsApi.read;
/** The limit of one feed: calendar apps request it every few minutes, many of them from the same host. */
const READS = { windowSeconds: 600, max: 60 };
/** The limit of a client's requests with wrong tokens, against guessing. */
const MISSES = { windowSeconds: 600, max: 60 };
const CACHE = "private, max-age=300";
const HOUR_MS = 3_600_000;

/** Serves the plan to calendar apps, which have neither a session nor cookies: the URL contains a secret token. */
export const feedRoute: Route = {
  endpoint,
  handle: (request, { params }) =>
    answerRequest(request, endpoint.path, async () => {
      const input = await readInput(request, endpoint, await params);
      // The casts are safe because zod's output has the types of the endpoint's schemas.
      const { token } = input.params as ParsedRequest<typeof endpoint>["params"];
      const { lang = requestLocale(request.headers) } = input.query as ParsedRequest<
        typeof endpoint
      >["query"];
      const file = await readFeed(request, token, lang);
      const headers = { "cache-control": CACHE, etag: file.etag() };
      if (isCachedByClient(request, file.etag())) return new Response(null, { status: 304, headers });
      return new Response(request.method === "HEAD" ? null : textStream(file.text), {
        headers: { ...headers, "content-type": file.contentType, "content-disposition": "inline" },
      });
    }),
};

/** Returns the feed's file. All URLs that do not work, or no longer work, have the same error. */
async function readFeed(request: Request, token: string, locale: Locale): Promise<FileText> {
  const db = freshDatabase();
  const now = new Date();
  const [feed] = await selectFeedByToken(db, { tokenHash: feedTokenHash(token) });
  // Only existing feeds have a counter of their own: anybody can invent tokens, and each counter would be stored.
  if (feed) await requireWithinLimit(new Headers(), endpoint.path, READS, { subject: feed.id });
  const [row] = feed ? await selectTrip(db, { tripId: feed.tripId, userId: feed.userId, now }) : [];
  if (!feed || !row) {
    await requireWithinLimit(request.headers, `${endpoint.path} missed`, MISSES);
    throw notFound("calendar");
  }
  if (!feed.readAt || now.getTime() - feed.readAt.getTime() > HOUR_MS) {
    defer(() => noteFeedRead(db, { id: feed.id, at: now }), "noting that a calendar was read");
  }
  const trip: TripDto = JSON.parse(row.trip);
  const { scope, memberId } = feed;
  const plan = exportPlan(trip, { locale, baseUrl: env().BASE_URL, scope, memberId });
  return new FileText("trip.ics", ICS_TYPE, icsCalendar(plan));
}
