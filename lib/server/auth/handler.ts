import { runInAddressQueue } from "#lib/server/fairness/admit-request.ts";
import { readText } from "#lib/server/http/body.ts";
import { answerRequest } from "#lib/server/http/answer-request.ts";
import { currentRequest } from "#lib/server/http/request-record.ts";
import { isUniqueViolation } from "#lib/server/auth/unique-violation.ts";
import { AppError } from "#lib/shared/errors.ts";
import { documentedRefusal } from "./documented-refusal.ts";
import { auth, AUTH_PATH } from "./auth.ts";
import { forwardedRequest, requestScopeOf } from "./forwarded-request.ts";
import { withSignInFields } from "./challenge.ts";
import { spendEqualTime } from "./equal-time.ts";
import { claimGuestByAnswer, keepGuest, refuseGuests, withoutGuest } from "./claim-guest.ts";
import { normalizeBody } from "./normalized-body.ts";
import { withKnownSession } from "./known-session.ts";
import { matchOpenPath } from "./open-paths.ts";
import { callerToNotify, mailAccountOwner } from "./owner-notices.ts";
import { addressKey, subtractCorrectAttempt } from "./rate-limit.ts";
import { emailTakenRedirect, withSafeLocation } from "./redirects.ts";
import { toApiRefusal } from "./refusal.ts";
import { endReplacedSession, requireSamePerson } from "./replaced-session.ts";
import { type RequestScope, runInScope } from "./request-scope.ts";
import { noteAuthAnswer } from "./security-events.ts";

/**
 * Answers all requests under `/api/auth`: better-auth behind a fixed list of paths, with the headers and the error
 * format of the service's other answers.
 */
export async function handleAuth(request: Request): Promise<Response> {
  const open = matchOpenPath(new URL(request.url).pathname.slice(AUTH_PATH.length));
  const pattern = `${AUTH_PATH}${open?.pattern ?? "/*"}`;
  const work = async (requestId: string): Promise<Response> => {
    if (open === null) throw new AppError("NOT_FOUND", "This does not exist.");
    checkMethod(open, request.method);
    const sent = await readText(request);
    // A body with NUL is refused, because PostgreSQL's text type cannot store it.
    if (sent.includes("\\u0000"))
      throw new AppError("MALFORMED_REQUEST", "The body contains a NUL character.");
    const { text, fields } = normalizeBody(open.pattern, sent);
    await refuseGuests(open.pattern, request.headers);
    const known = await withKnownSession(forwardedRequest(open.pattern, request, text, fields));
    await requireSamePerson(known);
    const asked = await withoutGuest(open.pattern, known);
    const asker = await callerToNotify(open.pattern, asked.headers);
    const scope = await requestScopeOf(open.pattern, request, fields);
    const done = await authenticate(open.pattern, asked, scope);
    const response = await keepGuest(request.headers, withSafeLocation(done));
    response.headers.delete("cache-control");
    response.headers.delete("access-control-expose-headers");
    if (response.status >= 400) {
      const refused = await toApiRefusal(
        await documentedRefusal(open.pattern, fields, response, request.headers),
        requestId,
      );
      noteAuthAnswer(open.pattern, fields, refused, currentRequest()?.code);
      return refused;
    }
    noteAuthAnswer(open.pattern, fields, response);
    if (scope.account) await subtractCorrectAttempt(scope.account);
    const { headers } = request;
    await mailAccountOwner({ path: open.pattern, headers, fields, scope, asker, response });
    await claimGuestByAnswer(headers, response);
    await endReplacedSession(headers, response);
    return withSignInFields(open.pattern, request, response);
  };
  // A request that only reads does not wait its turn: it checks no password and mails nothing, and pages send many.
  const isRead = request.method === "GET" || request.method === "HEAD";
  const answered = await answerRequest(request, pattern, (requestId) =>
    isRead ? work(requestId) : runInAddressQueue(addressKey(request.headers), request, () => work(requestId)),
  );
  if (answered.status === 405) answered.headers.set("allow", `${open?.methods.join(", ") ?? ""}, OPTIONS`);
  return answered;
}

/** Paths on which GET only reads. GET on other paths does more, and programs that check links in advance send HEAD. */
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
    if (path === "/verify-email" && isUniqueViolation(error)) return emailTakenRedirect();
    throw error;
  });
  await spendEqualTime(path, scope, response);
  if (spare === null || response.status !== 422) return new Response(response.body, response);
  // Of several sign-ups at the same moment the unique address lets one succeed; the others get the answer of a repeated
  // sign-up.
  const repeat: RequestScope = { limitBy: { kind: "nobody" }, isRepeat: true };
  const repeated = await runInScope(repeat, () => auth().handler(spare));
  if (repeated.status !== 422) return new Response(repeated.body, repeated);
  throw new AppError("INTERNAL", "The account could not be created. Please try again.");
}
