import { env } from "../env/env.ts";
import { count, telemetry } from "../telemetry/telemetry.ts";
import { defer } from "./defer.ts";
import { unredactedLog } from "./log.ts";
import type { RequestRecord } from "./request-record.ts";
import { logSecurity } from "./security-log.ts";

/** Routes that programs call every few seconds; their successful requests are logged only at level debug. */
const CHATTER = /^\/api\/(health|ping|internal\/)/;

/** Logs a finished request, measures it, and logs security events for the operator. */
export function noteFinished(record: RequestRecord, status: number): void {
  const { LOG_REQUESTS, isEdge } = env();
  const told = telemetry();
  told?.finished(record, status);
  // On the edge nothing runs between two requests, so a timer would never send the measurements.
  if (told && isEdge) defer(() => told.flush(), "telling the collector");
  if (LOG_REQUESTS === "all" || (LOG_REQUESTS === "failed" && status >= 400)) writeLine(record, status);
  if (status === 401) noteUnauthenticated();
  else if (status === 403) noteRefused(record);
  else if (status === 429) noteLimited(record);
}

function writeLine({ method, route, startedAt, userId, tripId, code }: RequestRecord, status: number): void {
  const logger = unredactedLog();
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
/** Numbers of 401 answers in one minute that are logged, each once: so many do not come from one forgotten tab. */
const STORMS = new Set([50, 500, 5000, 50_000]);

let storm = { beganAt: 0, count: 0 };

/**
 * Counts answers to requests without a session. One such answer says nothing, as it names no user; many are logged as
 * a security event.
 */
function noteUnauthenticated(now = Date.now()): void {
  if (now - storm.beganAt >= STORM_MS) storm = { beganAt: now, count: 0 };
  storm.count += 1;
  if (STORMS.has(storm.count))
    logSecurity("access.unauthenticated", { count: storm.count, seconds: STORM_MS / 1000 });
}
