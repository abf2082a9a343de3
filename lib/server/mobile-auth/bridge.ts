import { isAPIError } from "better-auth/api";
import { parseSessionOutput, parseUserOutput } from "better-auth/db";
import * as z from "zod";
import { auth } from "#lib/server/auth/auth.ts";
import { BLOCKED_MESSAGE, isBlocked } from "#lib/server/auth/blocked.ts";
import { claimBySession } from "#lib/server/auth/claim-guest.ts";
import { requireWithinLimit } from "#lib/server/auth/rate-limit.ts";
import { noteSignedIn } from "#lib/server/auth/security-events.ts";
import { type ProviderId, signInMethods } from "#lib/server/auth/sign-in-methods.ts";
import { freshDatabase } from "#lib/server/database.ts";
import { env } from "#lib/server/env.ts";
import { readJson } from "#lib/server/http/body.ts";
import { answer } from "#lib/server/http/frame.ts";
import { findSession, sessionTokens } from "#lib/server/session.ts";
import { AppError } from "#lib/shared/errors.ts";
import { issueMobileCode, spendMobileCode } from "./codes.ts";

/* A provider's sign-in happens in the system's browser, and its session in the app: between them goes a code that works
   once. The session's token itself never stands in an address. */

const START = "/api/mobile-auth/oauth/start";
const COMPLETE = "/api/mobile-auth/oauth/complete";
const EXCHANGE = "/api/mobile-auth/oauth/exchange";
const APP = "app://auth/callback";
const LIMIT = { windowSeconds: 60, max: 30 };

/** `GET …/start?provider=`: to the provider, with the state cookies that its answer will be checked against. */
export function startMobileSignIn(request: Request): Promise<Response> {
  return answer(request, START, async () => {
    const provider = configured(new URL(request.url).searchParams.get("provider"));
    if (provider === null) return toApp({ error: "oauth_unavailable" });
    await requireWithinLimit(request.headers, START, LIMIT);
    const begun = await auth()
      .api.signInSocial({
        body: { provider, callbackURL: `${env().BASE_URL}${COMPLETE}`, errorCallbackURL: APP },
        headers: request.headers,
        returnHeaders: true,
      })
      // The provider does not answer; the app waits for something that it can read.
      .catch((error: unknown) => {
        if (isAPIError(error)) return null;
        throw error;
      });
    if (!begun?.response.url) return toApp({ error: "oauth_unavailable" });
    return redirect(begun.response.url, begun.headers.getSetCookie());
  });
}

function configured(asked: string | null): ProviderId | null {
  return signInMethods().providers.find(({ id }) => id === asked)?.id ?? null;
}

/** `GET …/complete`: the browser has its session; the app gets a code for one of its own. */
export function completeMobileSignIn(request: Request): Promise<Response> {
  return answer(request, COMPLETE, async () => {
    const db = freshDatabase();
    const viewer = await findSession(db, request.headers);
    if (viewer?.via !== "cookie" || viewer.user.isAnonymous) return toApp({ error: "unauthorized" });
    return toApp({ code: await issueMobileCode(db, viewer.sessionId) });
  });
}

const Exchange = z.object({ code: z.string().min(1, "Send the code.").max(128, "This is no code.") });

/** `POST …/exchange { code }` → `{ token, session, user }`. */
export function exchangeMobileCode(request: Request): Promise<Response> {
  return answer(request, EXCHANGE, async () => {
    await requireWithinLimit(request.headers, EXCHANGE, LIMIT);
    const { value } = await readJson(request, Exchange);
    const sender = await spendMobileCode(freshDatabase(), Exchange.parse(value).code);
    if (sender === null) throw spent();
    const { internalAdapter, options } = await auth().$context;
    const user = await internalAdapter.findUserById(sender.userId);
    if (!user) throw spent();
    if (await isBlocked(user.id)) throw new AppError("FORBIDDEN", BLOCKED_MESSAGE);
    const session = await internalAdapter.createSession(
      user.id,
      false,
      // As old as the browser's: the app is where this sign-in has come to, not another one.
      { ...whereFrom(request.headers), createdAt: sender.signedInAt },
      true,
    );
    noteSignedIn("app");
    await claimBySession(request.headers, session.token);
    const body = {
      token: session.token,
      session: parseSessionOutput(options, session),
      user: parseUserOutput(options, user),
    };
    return Response.json(body, { headers: { "set-auth-token": sessionTokens().sign(session.token) } });
  });
}

function spent(): AppError {
  return new AppError("INVALID_CODE", "This code is unknown, used or expired. Sign in again in the browser.");
}

/** As better-auth notes it with every other session, for the list that people see. */
function whereFrom(headers: Headers): { ipAddress: string; userAgent: string } {
  const { CLIENT_IP_HEADER } = env();
  const ipAddress = (CLIENT_IP_HEADER ? headers.get(CLIENT_IP_HEADER) : null) ?? "";
  return { ipAddress, userAgent: headers.get("user-agent") ?? "" };
}

function toApp(query: Record<string, string>): Response {
  return redirect(`${APP}?${new URLSearchParams(query).toString()}`);
}

function redirect(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 302, headers });
}
