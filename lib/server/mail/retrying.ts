/** Why the provider did not take a mail. */
export interface Failure {
  /** For the log: the status and the provider's own code, no more. */
  what: string;
  isFinal: boolean;
  /** What the provider asks to wait for, in milliseconds. */
  retryAfterMs: number;
}

const FIRST_PAUSE_MS = 500;

/** Codes that contradict their status: quotas last for hours, and a try of ours under way passes. */
const QUOTA = /_quota_exceeded$/;
const UNDER_WAY = "concurrent_idempotent_requests";

/** From what the SDK answers; a null status means that no answer came. */
export function failureOf(
  error: { statusCode?: unknown; name?: unknown },
  headers: Record<string, string> | null,
): Failure {
  const status = typeof error.statusCode === "number" ? error.statusCode : null;
  // A server of another make may put anything there.
  const code = typeof error.name === "string" && /^[a-z_]{1,40}$/.test(error.name) ? error.name : "";
  return {
    what: status === null ? "The mail provider gave no answer" : answered(status, code),
    isFinal: isFinal(status, code),
    retryAfterMs: retryAfterMs(headers?.["retry-after"]),
  };
}

function answered(status: number, code: string): string {
  return ["The mail provider answered", status, code].join(" ").trimEnd();
}

function isFinal(status: number | null, code: string): boolean {
  if (status === null || status >= 500 || code === UNDER_WAY) return false;
  return status !== 429 || QUOTA.test(code);
}

/** Seconds or a date. */
function retryAfterMs(header = ""): number {
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

/** Doubles with each try, spread so that mails that failed together don't come back together. */
export function pauseBefore(tries: number, { retryAfterMs: asked }: Failure, random: number): number {
  const backoff = FIRST_PAUSE_MS * 2 ** (tries - 1);
  return Math.max(asked, backoff * (0.5 + random / 2));
}
