import { limitedText } from "#lib/server/http/limited-text.ts";

export type Level = "ok" | "warning" | "problem";

/** One finding of the doctor. */
export interface Finding {
  level: Level;
  /** The name of what was checked. */
  what: string;
  /** The state of what was checked and, unless it is fine, what to do. */
  says: string;
}

export function ok(what: string, says: string): Finding {
  return { level: "ok", what, says };
}

export function warning(what: string, says: string): Finding {
  return { level: "warning", what, says };
}

export function problem(what: string, says: string): Finding {
  return { level: "problem", what, says };
}

/** The timeout of a request to another server. */
export const REQUEST_TIMEOUT_MS = 4000;
/** The maximum duration of a check, whatever it waits for. */
const GIVE_UP_MS = 8000;

/** Runs a check that always ends: an error, or a timeout, becomes a finding of a problem with the given advice. */
export async function runCheck(
  what: string,
  advice: string,
  work: () => Promise<Finding | Finding[]>,
): Promise<Finding[]> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("no answer")), GIVE_UP_MS);
  try {
    return [await Promise.race([work(), late.promise])].flat();
  } catch (error) {
    return [problem(what, `${reasonOf(error)}. ${advice}`)];
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the message of the last cause, which says most, such as that a connection was refused. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error.cause !== undefined) return reasonOf(error.cause);
  const text = error.name === "TimeoutError" ? "no answer in time" : error.message || error.name;
  return text.replace(/\.$/, "").split("\n")[0] ?? "";
}

interface Asked {
  status: number;
  /** The parsed answer; null: it is no JSON. */
  body: unknown;
  headers: Headers;
}

const LONGEST = 4 * 1024 * 1024;

/**
 * Sends one request over HTTP, without following redirects.
 * @throws Error when there is no answer in time
 */
export async function sendRequest(url: string, init: RequestInit = {}): Promise<Asked> {
  const response = await fetch(url, {
    redirect: "manual",
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    ...init,
  });
  const text = await limitedText(response, LONGEST);
  return { status: response.status, body: parsed(text), headers: response.headers };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns an address without the parts that may be secret. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "?";
}
