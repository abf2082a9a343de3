/* A small client of `/api/auth`. The client of better-auth costs every page 13 kB gzipped, this one less than 1 kB. */

import { PAGE_USER_HEADER } from "#lib/shared/page-user.ts";
import { reportPageUserDoubt, pageUserId } from "../base/page-user.ts";

/** The longest wait for the answer to a form, during which the form may be disabled. */
const ANSWER_MS = 20_000;

/** The service refused the request, or gave no answer (`status` 0, `code` `OFFLINE`). */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  /** The seconds of the header `Retry-After`. */
  readonly retryAfter: number | null;

  constructor(status: number, code: string, message: string, retryAfter: number | null = null) {
    super(message);
    this.name = "AuthError";
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Sends a POST request to `/api/auth{path}`. @throws AuthError */
export function postAuth(path: string, body: object, extra: Record<string, string> = {}): Promise<unknown> {
  // The service writes e-mails in the language of the page.
  const headers = {
    "content-type": "application/json",
    "x-app-lang": document.documentElement.lang,
    ...extra,
  };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Sends a GET request to `/api/auth{path}`. @throws AuthError */
export function getAuth(path: string): Promise<unknown> {
  return ask(path, {});
}

async function ask(path: string, init: RequestInit): Promise<unknown> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const headers = new Headers(init.headers);
  const whose = pageUserId();
  if (whose !== null) headers.set(PAGE_USER_HEADER, whose);
  const response = await fetch(`/api/auth${path}`, { ...init, headers, signal }).catch((error: unknown) => {
    throw new AuthError(0, "OFFLINE", String(error));
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  throw refused(response, answer);
}

function refused(response: Response, answer: unknown): AuthError {
  const said = new Map<string, unknown>(
    typeof answer === "object" && answer !== null ? Object.entries(answer) : [],
  );
  const [code, message] = [said.get("code"), said.get("message")];
  if (said.get("code") === "OTHER_ACCOUNT") reportPageUserDoubt();
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new AuthError(
    response.status,
    typeof code === "string" ? code : "UNAVAILABLE",
    typeof message === "string" ? message : `The service answered ${response.status}.`,
    Number.isNaN(retryAfter) ? null : retryAfter,
  );
}
