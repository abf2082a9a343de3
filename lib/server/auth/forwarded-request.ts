import { isIP } from "node:net";
import { env } from "#lib/server/env/env.ts";
import { bearerOf } from "#lib/server/access/session-token.ts";
import { sessionTokens } from "#lib/server/access/session.ts";
import type { BodyFields } from "./body-fields.ts";
import { challengeHeaders } from "./challenge.ts";
import { withoutForbiddenFields } from "./narrowed-body.ts";
import { deviceKnownToAccount, mailRequesterOf } from "./mail-requester.ts";
import { accountKey, type LimitedAttempt } from "./rate-limit.ts";
import { ACCOUNT_RULES, KNOWN_DEVICE_RULES, GUESTS_GROUP } from "./rate-rules.ts";
import type { RequestScope } from "./request-scope.ts";

/**
 * Returns the request that better-auth gets. If the request has a bearer token, the session cookie is removed: it would
 * otherwise sign in a client with an invalid bearer token, and would make better-auth demand an `Origin` from a native
 * client.
 */
export function forwardedRequest(path: string, request: Request, text: string, fields: BodyFields): Request {
  const headers = challengeHeaders(path, request.headers, fields) ?? new Headers(request.headers);
  if (bearerOf(headers) !== null) {
    const kept = (headers.get("cookie") ?? "")
      .split(";")
      .filter((pair) => pair.trim() !== "" && pair.split("=")[0]?.trim() !== sessionTokens().cookieName);
    if (kept.length > 0) headers.set("cookie", kept.join(";"));
    else headers.delete("cookie");
  }
  if (!headers.has("cookie") && !headers.has("origin")) {
    // A browser sends an `Origin` with every POST. Without an `Origin` the headers that describe a page are removed,
    // because better-auth would demand a trusted origin for them: Node's fetch describes itself as `cors`, and a
    // mini-program sends its platform as the referrer.
    for (const name of ["sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest", "referer"])
      headers.delete(name);
  }
  const method = request.method === "HEAD" ? "GET" : request.method;
  const body = withoutForbiddenFields(path, text, fields);
  if (text === "" && body !== "") headers.set("content-type", "application/json");
  return new Request(request.url, { method, headers, ...(body === "" ? {} : { body }) });
}

/** Returns the client and the account by which the request's rate limits count. */
export async function requestScopeOf(
  path: string,
  request: Request,
  fields: BodyFields,
): Promise<RequestScope> {
  const account = await accountLimit(path, request.headers, fields);
  const asker = (of: string) => mailRequesterOf(of, request.headers);
  return { limitBy: limitBy(path, request, fields), mailAsker: asker, ...(account && { account }) };
}

/**
 * Returns the account's rate limit. A device that has signed in to the account before has a limit of its own, which
 * attempts from other devices cannot use up.
 */
async function accountLimit(
  path: string,
  headers: Headers,
  fields: BodyFields,
): Promise<LimitedAttempt | null> {
  const limit = ACCOUNT_RULES[path];
  const email = namedEmail(fields);
  const named = email ?? namedInvite(path, fields);
  if (!limit || named === undefined) return null;
  const { group, rules } = limit;
  const device = email === undefined ? null : await deviceKnownToAccount(email, headers);
  const isOfWrongOnes = group !== GUESTS_GROUP;
  return {
    key: accountKey(group, named, device),
    rules: device === null ? rules : KNOWN_DEVICE_RULES,
    isOfWrongOnes,
  };
}

/**
 * Returns what stands for a request's missing IP address: the account or e-mail address that the request names, so that
 * such requests do not all share one rate limit.
 */
function limitBy(path: string, request: Request, fields: BodyFields): RequestScope["limitBy"] {
  const { CLIENT_IP_HEADER } = env();
  const address = CLIENT_IP_HEADER ? request.headers.get(CLIENT_IP_HEADER) : null;
  if (isIP(address ?? "") !== 0) return { kind: "address" };
  const subject =
    namedEmail(fields) ?? namedInvite(path, fields) ?? sessionTokens().read(request.headers)?.token;
  return subject === undefined ? { kind: "nobody" } : { kind: "named", subject };
}

function namedInvite(path: string, fields: BodyFields): string | undefined {
  const token = path === "/sign-in/anonymous" ? fields.get("inviteToken") : undefined;
  return typeof token === "string" ? token : undefined;
}

function namedEmail(fields: BodyFields): string | undefined {
  const email = fields.get("email");
  return typeof email === "string" ? email : undefined;
}
