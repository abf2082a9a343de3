import { env } from "../env.ts";
import { count, telemetry } from "../telemetry/telemetry.ts";
import { defer } from "./defer.ts";
import { plainLog } from "./log.ts";
import type { RequestRecord } from "./request-record.ts";
import { logSecurity } from "./security-log.ts";

/** What asks by itself every few seconds, and tells nobody anything while it goes well. */
const CHATTER = /^\/api\/(health|ping|internal\/)/;

/** Writes what a finished request was, and what it means for whoever watches over the service. */
export function noteFinished(record: RequestRecord, status: number): void {
  const { LOG_REQUESTS, isEdge } = env();
  const told = telemetry();
  told?.finished(record, status);
  // There nothing runs between two requests, so no timer would.
  if (told && isEdge) defer(() => told.flush(), "telling the collector");
  if (LOG_REQUESTS === "all" || (LOG_REQUESTS === "failed" && status >= 400)) writeLine(record, status);
  if (status === 401) noteUnauthenticated();
  else if (status === 403) noteRefused(record);
  else if (status === 429) noteLimited(record);
}

function writeLine({ method, route, startedAt, userId, tripId, code }: RequestRecord, status: number): void {
  const logger = plainLog();
  const level = status >= 500 ? "warn" : status < 400 && CHATTER.test(route) ? "debug" : "info";
  if (!logger.isLevelEnabled(level)) return;
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  logger[level]({ event: "request", method, route, status, ms, userId, tripId, code }, "request");
}

function noteLimited({ route, code }: RequestRecord): void {
  logSecurity("rate-limit.hit", { code });
  count("wayfare.rate_limit.refusals", { "http.route": route });
}

function noteRefused({ code }: RequestRecord): void {
  logSecurity(code === "INVALID_ORIGIN" ? "origin.refused" : "access.refused", { code });
}

const STORM_MS = 60_000;
/** Each tells of itself once a minute: so many are nobody's forgotten tab. */
const STORMS = new Set([50, 500, 5000, 50_000]);

let storm = { beganAt: 0, count: 0 };

/** Without a session nobody is anybody; only many of them mean something. */
function noteUnauthenticated(now = Date.now()): void {
  if (now - storm.beganAt >= STORM_MS) storm = { beganAt: now, count: 0 };
  storm.count += 1;
  if (STORMS.has(storm.count))
    logSecurity("access.unauthenticated", { count: storm.count, seconds: STORM_MS / 1000 });
}
