import { isIP } from "node:net";
import { env } from "#lib/server/env.ts";
import { readText } from "#lib/server/http/body.ts";
import { isTrustedOrigin } from "#lib/server/http/cors.ts";
import { answer } from "#lib/server/http/frame.ts";
import { bearerOf } from "#lib/server/session-token.ts";
import { sessionTokens } from "#lib/server/session.ts";
import { isUniqueViolation } from "#lib/server/unique-violation.ts";
import { AppError } from "#lib/shared/errors.ts";
import { agreedRefusal } from "./agreed-refusal.ts";
import { auth, AUTH_PATH } from "./auth.ts";
import { type BodyFields, bodyFields } from "./body-fields.ts";
import { challengeHeaders, withNextStep } from "./challenge.ts";
import { narrowedBody } from "./narrowed-body.ts";
import { openPath } from "./open-paths.ts";
import { accountKey } from "./rate-limit.ts";
import { ACCOUNT_RULES } from "./rate-rules.ts";
import { refusal } from "./refusal.ts";
import { type RequestScope, runInScope } from "./request-scope.ts";

/** Answers everything under `/api/auth`: better-auth behind a fixed list of paths and in the service's own frame. */
export async function handleAuth(request: Request): Promise<Response> {
  const open = openPath(new URL(request.url).pathname.slice(AUTH_PATH.length));
  const pattern = `${AUTH_PATH}${open?.pattern ?? "/*"}`;
  const answered = await answer(request, pattern, async (requestId) => {
    if (open === null) throw new AppError("NOT_FOUND", "This does not exist.");
    checkMethod(open, request.method);
    const text = await readText(request);
    // PostgreSQL's text can't hold it.
    if (text.includes("\\u0000"))
      throw new AppError("MALFORMED_REQUEST", "The body contains a NUL character.");
    const fields = bodyFields(text);
    const asked = forAuth(open.pattern, request, text, fields);
    const response = withSafeLocation(
      await authenticate(open.pattern, asked, {
        limitBy: limitBy(request, fields),
        ...account(open.pattern, fields),
      }),
    );
    response.headers.delete("cache-control");
    response.headers.delete("access-control-expose-headers");
    if (response.status >= 400)
      return refusal(await agreedRefusal(open.pattern, fields, response), requestId);
    return withNextStep(open.pattern, request, response);
  });
  if (answered.status === 405) answered.headers.set("allow", `${open?.methods.join(", ") ?? ""}, OPTIONS`);
  return answered;
}

/** What GET does on all other paths is more than reading, and whoever looks at links beforehand asks by HEAD. */
const READS = new Set(["/get-session", "/list-sessions", "/list-accounts"]);

function checkMethod(
  { pattern, methods }: { pattern: string; methods: readonly string[] },
  asked: string,
): void {
  if (methods.includes(asked) || (asked === "HEAD" && READS.has(pattern))) return;
  throw new AppError("METHOD_NOT_ALLOWED", `This path takes ${methods.join(" and ")}.`);
}

async function authenticate(path: string, request: Request, scope: RequestScope): Promise<Response> {
  const spare = path === "/sign-up/email" ? request.clone() : null;
  const response = await runInScope(scope, () => auth().handler(request)).catch((error: unknown) => {
    if (path === "/verify-email" && isUniqueViolation(error)) return takenMeanwhile();
    throw error;
  });
  if (spare === null || response.status !== 422) return new Response(response.body, response);
  // The unique address decides between sign-ups at the same moment: those that lost get the answer of a repeat.
  const repeat: RequestScope = { limitBy: { kind: "nobody" }, isRepeat: true };
  const repeated = await runInScope(repeat, () => auth().handler(spare));
  if (repeated.status !== 422) return new Response(repeated.body, repeated);
  throw new AppError("INTERNAL", "The account could not be created. Please try again.");
}

/** The link of a change of address was opened after somebody else had taken that address. */
function takenMeanwhile(): Response {
  const location = `${env().BASE_URL}/sign-in?error=EMAIL_ALREADY_IN_USE`;
  return new Response(null, { status: 302, headers: { location } });
}

/** better-auth checks where to go on before it resolves dots, after which a path may name a host. */
function withSafeLocation(response: Response): Response {
  const location = response.headers.get("location");
  if (response.status < 300 || response.status >= 400 || location === null) return response;
  const target = new URL(location, env().BASE_URL);
  const isWeb = /^https?:$/.test(target.protocol);
  if (!isTrustedOrigin(isWeb ? target.origin : target.href)) {
    response.headers.set("location", `${env().BASE_URL}/sign-in`);
  }
  return response;
}

/** The limit that the account named in the request has, for all addresses together. */
function account(path: string, fields: BodyFields): Pick<RequestScope, "account"> {
  const limit = ACCOUNT_RULES[path];
  const email = namedEmail(fields);
  return limit && email ? { account: { key: accountKey(limit.group, email), rule: limit.rule } } : {};
}

/**
 * The request as better-auth gets it. A bearer hides the session cookie, which would otherwise sign in whoever sends a
 * bad bearer, and would make better-auth ask a native client for an `Origin`.
 */
function forAuth(path: string, request: Request, text: string, fields: BodyFields): Request {
  const headers = challengeHeaders(path, request.headers, fields) ?? new Headers(request.headers);
  if (bearerOf(headers) !== null) {
    const kept = (headers.get("cookie") ?? "")
      .split(";")
      .filter((pair) => pair.trim() !== "" && pair.split("=")[0]?.trim() !== sessionTokens().cookieName);
    if (kept.length > 0) headers.set("cookie", kept.join(";"));
    else headers.delete("cookie");
  }
  if (!headers.has("cookie") && !headers.has("origin")) {
    // A browser sends one with every POST. Node's fetch calls itself `cors` all the same, and a mini-program names
    // its platform as the referrer; better-auth would ask both for a trusted origin.
    for (const name of ["sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest", "referer"])
      headers.delete(name);
  }
  const method = request.method === "HEAD" ? "GET" : request.method;
  const body = narrowedBody(path, text, fields);
  if (text === "" && body !== "") headers.set("content-type", "application/json");
  return new Request(request.url, { method, headers, ...(body === "" ? {} : { body }) });
}

/** A request without an address is limited by the account or email it names instead of sharing one bucket with all. */
function limitBy(request: Request, fields: BodyFields): RequestScope["limitBy"] {
  const { CLIENT_IP_HEADER } = env();
  const address = CLIENT_IP_HEADER ? request.headers.get(CLIENT_IP_HEADER) : null;
  if (isIP(address ?? "") !== 0) return { kind: "address" };
  const subject = namedEmail(fields) ?? sessionTokens().read(request.headers)?.token;
  return subject === undefined ? { kind: "nobody" } : { kind: "named", subject };
}

function namedEmail(fields: BodyFields): string | undefined {
  const email = fields.get("email");
  return typeof email === "string" ? email.trim().toLowerCase() : undefined;
}
