import { newId } from "#lib/server/process/new-id.ts";
import { env } from "#lib/server/env/env.ts";
import { normalOrigin } from "#lib/server/env/origin.ts";
import { dataHeaders } from "./security-headers.ts";

const ALLOWED_METHODS = "GET, POST, PUT, PATCH, DELETE";
const ALLOWED_HEADERS =
  "content-type, authorization, idempotency-key, x-base-seq, x-force, x-page-user, x-app-lang, x-captcha-response, x-request-id";
const EXPOSED_HEADERS = "x-trip-seq, x-request-id, link, retry-after, set-auth-token";
const PREFLIGHT_SECONDS = 24 * 60 * 60;

/** Whether an `Origin` header names BASE_URL's origin or one of TRUSTED_ORIGINS; `app://` trusts its whole scheme. */
export function isTrustedOrigin(origin: string): boolean {
  const given = normalOrigin(origin);
  return env().TRUSTED_ORIGINS.some((trusted) =>
    trusted.endsWith("://") ? given.startsWith(trusted) : given === trusted,
  );
}

/**
 * Whether a request with a cookie comes from a page of a trusted origin. `Origin` decides, or, for older browsers that
 * leave `Origin` out, the headers in which browsers describe the site. Clients that are not browsers send neither.
 */
export function isFromTrustedPages(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (origin !== null) return isTrustedOrigin(origin);
  return !/^(cross|same)-site$/.test(headers.get("sec-fetch-site") ?? "");
}

/** Returns the CORS headers of every answer, errors included; `origin` is the request's `Origin` header. */
export function corsHeaders(origin: string | null): Record<string, string> {
  if (origin === null || !isTrustedOrigin(origin)) return { vary: "origin" };
  return {
    vary: "origin",
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": EXPOSED_HEADERS,
  };
}

/** Answers a preflight request. An origin that is not trusted gets no permission in the answer. */
export function preflight(request: Request): Response {
  const headers = new Headers({ ...dataHeaders(env()), ...corsHeaders(request.headers.get("origin")) });
  headers.set("x-request-id", newId());
  // Browsers cache a preflight for its own `max-age`, below; other caches must not store it.
  headers.set("cache-control", "private, no-store");
  if (headers.has("access-control-allow-origin")) {
    headers.set("access-control-allow-methods", ALLOWED_METHODS);
    headers.set("access-control-allow-headers", ALLOWED_HEADERS);
    headers.set("access-control-max-age", String(PREFLIGHT_SECONDS));
  }
  return new Response(null, { status: 204, headers });
}
