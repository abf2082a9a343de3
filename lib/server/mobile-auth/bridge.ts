import { isAPIError } from "better-auth/api";
import { selectSignedInAt } from "#db/queries/mobile-codes.ts";
import type { Db } from "#db/client.ts";
import { auth } from "#lib/server/auth/auth.ts";
import { requireWithinLimit } from "#lib/server/auth/rate-limit.ts";
import { type ProviderId, signInMethods } from "#lib/server/auth/sign-in-methods.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { env } from "#lib/server/env/env.ts";
import { mediaType, readText } from "#lib/server/http/body.ts";
import { answerRequest } from "#lib/server/http/answer-request.ts";
import { findSession, type Viewer } from "#lib/server/access/session.ts";
import { AppError } from "#lib/shared/errors.ts";
import { issueMobileCode } from "./codes.ts";
import { CONFIRM_PATH, isConfirmation, isFromOwnPage } from "./confirmation.ts";
import { AppParameters, expiredStartCookie, readStart, type Start, startCookie } from "./start.ts";
import { appAddress, redirect, redirectToApp } from "./to-app.ts";

/* A provider's sign-in happens in the system's browser, but the app needs a session of its own. A code that works
   once is passed from the browser to the app; the session's token is never part of a URL. The code is issued
   immediately only when this browser called `start` and signed in after that. Anybody else who reaches `complete`,
   for example by somebody's link, has to confirm first. */

const START = "/api/mobile-auth/oauth/start";
const COMPLETE = "/api/mobile-auth/oauth/complete";
/** The page on which the user confirms the sign-in of the app. */
const PAGE = "/mobile-sign-in";
const LIMIT = { windowSeconds: 60, max: 30 };

/**
 * `GET …/start?provider=` redirects to the provider and sets the state cookies that the provider's answer is checked
 * against.
 */
export function startMobileSignIn(request: Request): Promise<Response> {
  return answerRequest(request, START, async () => {
    const { searchParams } = new URL(request.url);
    const given = AppParameters.safeParse(Object.fromEntries(searchParams));
    const provider = configured(searchParams.get("provider"));
    if (provider === null) return redirectToApp({ error: "oauth_unavailable" }, given.data);
    if (!given.success)
      return redirectToApp({ error: "invalid_request", error_description: firstIssue(given.error) });
    await requireWithinLimit(request.headers, START, LIMIT);
    const { state, code_challenge: challenge } = given.data;
    const start: Start = { at: Date.now(), ...(state && { state }), ...(challenge && { challenge }) };
    const begun = await beginAtProvider(request, provider, start);
    if (!begun?.response.url) return redirectToApp({ error: "oauth_unavailable" }, start);
    return redirect(begun.response.url, [...begun.headers.getSetCookie(), startCookie(start)]);
  });
}

function firstIssue({ issues }: { issues: readonly { message: string }[] }): string {
  return issues[0]?.message ?? "Send other parameters.";
}

function configured(asked: string | null): ProviderId | null {
  return signInMethods().providers.find(({ id }) => id === asked)?.id ?? null;
}

/**
 * Starts the sign-in at the provider; null when that fails. Then the caller redirects to the app with an error, because
 * the app waits for an answer that it can read.
 */
async function beginAtProvider({ headers }: Request, provider: ProviderId, start: Start) {
  const callbackURL = `${env().BASE_URL}${COMPLETE}`;
  const body = { provider, callbackURL, errorCallbackURL: appAddress({}, start) };
  try {
    return await auth().api.signInSocial({ body, headers, returnHeaders: true });
  } catch (error) {
    if (isAPIError(error)) return null;
    throw error;
  }
}

/**
 * `GET …/complete`: the browser has a session now. The app gets a code for a session of its own, or the user has to
 * confirm first.
 */
export function completeMobileSignIn(request: Request): Promise<Response> {
  return answerRequest(request, COMPLETE, async () => {
    const db = freshDatabase();
    const start = readStart(request.headers);
    const viewer = await viewerByCookie(db, request.headers);
    if (viewer === null) return redirectToApp({ error: "unauthorized" }, start);
    if (start === null || !(await hasSignedInSince(db, viewer, start)))
      return redirect(`${env().BASE_URL}${PAGE}`);
    return handOver(db, viewer, start);
  });
}

/** `POST …/confirm` receives the user's answer from the confirmation page. */
export function confirmMobileSignIn(request: Request): Promise<Response> {
  return answerRequest(request, CONFIRM_PATH, async () => {
    if (!isFromOwnPage(request.headers)) {
      throw new AppError("INVALID_ORIGIN", "Only Wayfare's own page can confirm a sign-in to the app.");
    }
    const form = await readForm(request);
    const db = freshDatabase();
    const start = readStart(request.headers);
    const viewer = await viewerByCookie(db, request.headers);
    if (viewer === null) return redirectToApp({ error: "unauthorized" }, start);
    // When another user has signed in meanwhile, or the page is too old, the confirmation page is shown again.
    if (!isConfirmation(form.get("token"), viewer.sessionId)) return redirect(`${env().BASE_URL}${PAGE}`);
    if (form.get("answer") === "continue") return handOver(db, viewer, start);
    return redirectToApp({ error: "access_denied" }, start, [expiredStartCookie()]);
  });
}

async function readForm(request: Request): Promise<URLSearchParams> {
  if (mediaType(request) !== "application/x-www-form-urlencoded") {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send the body as application/x-www-form-urlencoded.");
  }
  return new URLSearchParams(await readText(request));
}

/**
 * Returns the user of the browser's session cookie. A guest without an account is ignored, because an app can't
 * continue with that.
 */
async function viewerByCookie(db: Db, headers: Headers): Promise<Viewer | null> {
  const viewer = await findSession(db, headers);
  return viewer?.via === "cookie" && !viewer.user.isAnonymous ? viewer : null;
}

async function hasSignedInSince(db: Db, { sessionId }: Viewer, { at }: Start): Promise<boolean> {
  const [session] = await selectSignedInAt(db, { sessionId });
  return session !== undefined && session.signedInAt.getTime() >= at;
}

async function handOver(db: Db, { sessionId }: Viewer, start: Start | null): Promise<Response> {
  const code = await issueMobileCode(db, sessionId, start ?? {});
  return redirectToApp({ code }, start, [expiredStartCookie()]);
}
