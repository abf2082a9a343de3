import { isIP } from "node:net";
import { env } from "#lib/server/env.ts";
import { readText } from "#lib/server/http/body.ts";
import { answer } from "#lib/server/http/frame.ts";
import { bearerOf } from "#lib/server/session-token.ts";
import { sessionTokens } from "#lib/server/session.ts";
import { AppError } from "#lib/shared/errors.ts";
import { auth, AUTH_PATH } from "./auth.ts";
import { openMethod } from "./open-paths.ts";
import { refusal } from "./refusal.ts";
import { type RequestScope, runInScope } from "./request-scope.ts";

/** Answers everything under `/api/auth`: better-auth behind a fixed list of paths and in the service's own frame. */
export function handleAuth(request: Request): Promise<Response> {
  return answer(request, `${AUTH_PATH}/*`, async (requestId) => {
    const path = new URL(request.url).pathname.slice(AUTH_PATH.length);
    checkMethod(path, request.method);
    const text = await readText(request);
    // PostgreSQL's text can't hold it.
    if (text.includes("\\u0000"))
      throw new AppError("MALFORMED_REQUEST", "The body contains a NUL character.");
    const response = await authenticate(path, forAuth(request, text), limitBy(request, text));
    response.headers.delete("cache-control");
    response.headers.delete("access-control-expose-headers");
    return response.status < 400 ? response : refusal(response, requestId);
  });
}

function checkMethod(path: string, method: string): void {
  const open = openMethod(path);
  if (open === null) throw new AppError("NOT_FOUND", "This does not exist.");
  const asked = method === "HEAD" ? "GET" : method;
  if (asked !== open) throw new AppError("METHOD_NOT_ALLOWED", `This path takes ${open}.`);
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
function forAuth(request: Request, text: string): Request {
  const headers = new Headers(request.headers);
  if (bearerOf(headers) !== null) {
    const kept = (headers.get("cookie") ?? "")
      .split(";")
      .filter((pair) => pair.trim() !== "" && pair.split("=")[0]?.trim() !== sessionTokens().cookieName);
    if (kept.length > 0) headers.set("cookie", kept.join(";"));
    else headers.delete("cookie");
  }
  // Node's fetch calls itself `cors` although it sends no Origin; every browser sends one with a POST.
  const isNative = !headers.has("cookie") && !headers.has("origin") && !headers.has("referer");
  if (isNative) for (const name of ["site", "mode", "dest"]) headers.delete(`sec-fetch-${name}`);
  const method = request.method === "HEAD" ? "GET" : request.method;
  return new Request(request.url, { method, headers, ...(text === "" ? {} : { body: text }) });
}

/** A request without an address is limited by the account or email it names instead of sharing one bucket with all. */
function limitBy(request: Request, text: string): RequestScope["limitBy"] {
  const { CLIENT_IP_HEADER } = env();
  const address = CLIENT_IP_HEADER ? request.headers.get(CLIENT_IP_HEADER) : null;
  if (isIP(address ?? "") !== 0) return { kind: "address" };
  const subject = namedEmail(text) ?? sessionTokens().read(request.headers)?.token;
  return subject === undefined ? { kind: "nobody" } : { kind: "named", subject };
}

function namedEmail(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const email = typeof body === "object" && body !== null && "email" in body ? body.email : undefined;
    return typeof email === "string" ? email.trim().toLowerCase() : undefined;
  } catch {
    return undefined;
  }
}
