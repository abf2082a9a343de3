/** Why the provider did not accept a mail. */
export interface Failure {
  /** The text for the log: only the status and the provider's own code. */
  what: string;
  isFinal: boolean;
  /** The pause that the provider demands, in milliseconds. */
  retryAfterMs: number;
}

const FIRST_PAUSE_MS = 500;

/** Codes that contradict their status: quotas last for hours, and a concurrent attempt of this service ends soon. */
const QUOTA = /_quota_exceeded$/;
const UNDER_WAY = "concurrent_idempotent_requests";

/** Returns the failure of an answer of the SDK; a null status means that there was no answer. */
export function failureOf(
  error: { statusCode?: unknown; name?: unknown },
  headers: Record<string, string> | null,
): Failure {
  const status = typeof error.statusCode === "number" ? error.statusCode : null;
  // A code in another form is left out, because another provider's server may send any value.
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

/** Parses a `Retry-After` header, which has seconds or a date. */
function retryAfterMs(header = ""): number {
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

/**
 * Returns the pause before an attempt. It doubles with each attempt and has a random part, so that mails that failed
 * together are not repeated together.
 */
export function pauseBefore(tries: number, { retryAfterMs: asked }: Failure, random: number): number {
  const backoff = FIRST_PAUSE_MS * 2 ** (tries - 1);
  return Math.max(asked, backoff * (0.5 + random / 2));
}
