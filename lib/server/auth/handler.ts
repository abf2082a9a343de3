import { isIP } from "node:net";
import { env } from "#lib/server/env.ts";
import { readText } from "#lib/server/http/body.ts";
import { answer } from "#lib/server/http/frame.ts";
import { bearerOf } from "#lib/server/session-token.ts";
import { sessionTokens } from "#lib/server/session.ts";
import { AppError } from "#lib/shared/errors.ts";
import { agreedRefusal } from "./agreed-refusal.ts";
import { auth, AUTH_PATH } from "./auth.ts";
import { type BodyFields, bodyFields } from "./body-fields.ts";
import { challengeHeaders, withNextStep } from "./challenge.ts";
import { openPath } from "./open-paths.ts";
import { refusal } from "./refusal.ts";
import { type RequestScope, runInScope } from "./request-scope.ts";

/** Answers everything under `/api/auth`: better-auth behind a fixed list of paths and in the service's own frame. */
export async function handleAuth(request: Request): Promise<Response> {
  const open = openPath(new URL(request.url).pathname.slice(AUTH_PATH.length));
  const pattern = `${AUTH_PATH}${open?.pattern ?? "/*"}`;
  const answered = await answer(request, pattern, async (requestId) => {
    if (open === null) throw new AppError("NOT_FOUND", "This does not exist.");
    checkMethod(open.methods, request.method);
    const text = await readText(request);
    // PostgreSQL's text can't hold it.
    if (text.includes("\\u0000"))
      throw new AppError("MALFORMED_REQUEST", "The body contains a NUL character.");
    const fields = bodyFields(text);
    const asked = forAuth(open.pattern, request, text, fields);
    const response = await authenticate(open.pattern, asked, limitBy(request, fields));
    response.headers.delete("cache-control");
    response.headers.delete("access-control-expose-headers");
    if (response.status >= 400)
      return refusal(await agreedRefusal(open.pattern, fields, response), requestId);
    return withNextStep(open.pattern, request, response);
  });
  if (answered.status === 405) answered.headers.set("allow", `${open?.methods.join(", ") ?? ""}, OPTIONS`);
  return answered;
}

function checkMethod(open: readonly string[], asked: string): void {
  if (open.includes(asked === "HEAD" ? "GET" : asked)) return;
  throw new AppError("METHOD_NOT_ALLOWED", `This path takes ${open.join(" and ")}.`);
}

async function authenticate(
  path: string,
  request: Request,
  limitedBy: RequestScope["limitBy"],
): Promise<Response> {
  const spare = path === "/sign-up/email" ? request.clone() : null;
  const response = await runInScope({ limitBy: limitedBy }, () => auth().handler(request));
  if (spare === null || response.status !== 422) return new Response(response.body, response);
  // The unique address decides between sign-ups at the same moment: those that lost get the answer of a repeat.
  const repeated = await runInScope({ limitBy: { kind: "nobody" } }, () => auth().handler(spare));
  if (repeated.status !== 422) return new Response(repeated.body, repeated);
  throw new AppError("INTERNAL", "The account could not be created. Please try again.");
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
  return new Request(request.url, { method, headers, ...(text === "" ? {} : { body: text }) });
}

/** A request without an address is limited by the account or email it names instead of sharing one bucket with all. */
function limitBy(request: Request, fields: BodyFields): RequestScope["limitBy"] {
  const { CLIENT_IP_HEADER } = env();
  const address = CLIENT_IP_HEADER ? request.headers.get(CLIENT_IP_HEADER) : null;
  if (isIP(address ?? "") !== 0) return { kind: "address" };
  const email = fields.get("email");
  const named = typeof email === "string" ? email.trim().toLowerCase() : undefined;
  const subject = named ?? sessionTokens().read(request.headers)?.token;
  return subject === undefined ? { kind: "nobody" } : { kind: "named", subject };
}
