import { parseSessionOutput, parseUserOutput } from "better-auth/db";
import * as z from "zod";
import { auth } from "#lib/server/auth/auth.ts";
import { BLOCKED_MESSAGE, isBlocked } from "#lib/server/auth/blocked.ts";
import { claimGuestBySession } from "#lib/server/auth/claim-guest.ts";
import { requireWithinLimit } from "#lib/server/auth/rate-limit.ts";
import { noteSignedIn } from "#lib/server/auth/security-events.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { env } from "#lib/server/env/env.ts";
import { readJson } from "#lib/server/http/body.ts";
import { answerRequest } from "#lib/server/http/answer-request.ts";
import { sessionTokens } from "#lib/server/access/session.ts";
import { AppError } from "#lib/shared/errors.ts";
import { mismatchOf, type Proof, spendMobileCode, type SpentCode } from "./codes.ts";

const EXCHANGE = "/api/mobile-auth/oauth/exchange";
const LIMIT = { windowSeconds: 60, max: 30 };
const MAX_PROOF = 1000;

const Exchange = z.object({
  code: z.string().min(1, "Send the code.").max(128, "This is no code."),
  code_verifier: z.string().max(MAX_PROOF, "This is no code_verifier.").optional(),
  state: z.string().max(MAX_PROOF, "This is no state.").optional(),
});

/** `POST …/exchange { code, code_verifier?, state? }` → `{ token, session, user }`. */
export function exchangeMobileCode(request: Request): Promise<Response> {
  return answerRequest(request, EXCHANGE, async () => {
    await requireWithinLimit(request.headers, EXCHANGE, LIMIT);
    const { value } = await readJson(request, Exchange);
    const { code, ...proof } = Exchange.parse(value);
    const sender = await spendMobileCode(freshDatabase(), code);
    if (sender === null) throw spent();
    requireProof(sender, proof);
    return newSession(request, sender);
  });
}

/**
 * Checks the proof that the app sent with the code. The code is used up by then, so that nobody can try several proofs.
 * @throws AppError INVALID_CODE (400)
 */
function requireProof(sender: SpentCode, proof: Proof): void {
  const field = mismatchOf(sender, proof);
  if (field === null) return;
  const message = `${field} is not the one of this sign-in's start. The code is spent: sign in again in the browser.`;
  throw new AppError("INVALID_CODE", message, { details: { field } });
}

async function newSession({ headers }: Request, sender: SpentCode): Promise<Response> {
  const { internalAdapter, options } = await auth().$context;
  const user = await internalAdapter.findUserById(sender.userId);
  if (!user) throw spent();
  if (await isBlocked(user.id)) throw new AppError("FORBIDDEN", BLOCKED_MESSAGE);
  // The session has the sign-in time of the browser's session, because it continues that sign-in.
  const fields = { ...whereFrom(headers), createdAt: sender.signedInAt };
  const session = await internalAdapter.createSession(user.id, false, fields, true);
  noteSignedIn("app");
  await claimGuestBySession(headers, session.token);
  const body = {
    token: session.token,
    session: parseSessionOutput(options, session),
    user: parseUserOutput(options, user),
  };
  return Response.json(body, { headers: { "set-auth-token": sessionTokens().sign(session.token) } });
}

function spent(): AppError {
  return new AppError("INVALID_CODE", "This code is unknown, used or expired. Sign in again in the browser.");
}

/** Returns address and user agent, which better-auth stores with every other session and the list of devices shows. */
function whereFrom(headers: Headers): { ipAddress: string; userAgent: string } {
  const { CLIENT_IP_HEADER } = env();
  const ipAddress = (CLIENT_IP_HEADER ? headers.get(CLIENT_IP_HEADER) : null) ?? "";
  return { ipAddress, userAgent: headers.get("user-agent") ?? "" };
}
