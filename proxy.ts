import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { env } from "#lib/server/env/env.ts";
import { NONCE_HEADER, pageHeaders } from "#lib/server/http/security-headers.ts";

/** Gives each page a policy with a nonce of its own. Next reads the nonce from the request and puts it on its scripts; ours ask for it. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString("base64");
  const lines = pageHeaders(request.nextUrl.pathname, nonce, env());
  const forwarded = new Headers(request.headers);
  forwarded.set("content-security-policy", lines["content-security-policy"]);
  forwarded.set(NONCE_HEADER, nonce);
  const response = NextResponse.next({ request: { headers: forwarded } });
  for (const [name, value] of Object.entries(lines)) response.headers.set(name, value);
  return response;
}

/**
 * Answers of the API have headers of their own, and what a page asks for while it moves on is no document. Pages that a
 * browser itself fetches ahead are: those pass through here.
 */
export const config = {
  matcher: [{ source: "/((?!api/|_next/static/).*)", missing: [{ type: "header", key: "rsc" }] }],
};
