import type { AuthContext, GenericEndpointContext } from "better-auth";
import { APIError, isAPIError } from "better-auth/api";
import * as z from "zod";
import { isPlaceholderEmail } from "#lib/shared/placeholder-email.ts";
import { sendCode } from "./mails.ts";
import type { ChangedRequest, CodeFunctions } from "./request-hooks.ts";
import { viewerOf } from "./request-guards.ts";
import { noteMailedCode } from "./request-scope.ts";
import type { Viewer } from "#lib/server/access/session.ts";
import { CODE_SECONDS } from "./verification-plugin.ts";

/*
 * To change the e-mail address, a user first enters a code from the current inbox. This code is stored apart from all
 * other codes, because it only proves to the signed-in user's account that the user reads that inbox. The email-otp
 * plugin would accept a code of type `email-verification` here, which opens a session elsewhere. A code that one
 * session requested cannot be used by another session.
 */

const TYPE = "change-email";

/**
 * Answers the request for a code of type `change-email` in the same way for every address. Without a session the code
 * goes to the owner of the address, and only the owner's session can use it; for another user's session no code is
 * made.
 * @returns undefined for other types, and for what the plugin refuses
 */
export async function sendChangeCode(
  context: GenericEndpointContext,
  { email, type }: Record<string, unknown>,
  { makeCode }: Pick<CodeFunctions, "makeCode">,
): Promise<{ success: true } | undefined> {
  if (type !== TYPE || !isEmail(email)) return undefined;
  const address = email.toLowerCase();
  const viewer = await viewerOf(context);
  if (!viewer || viewer.user.email === address) {
    const { internalAdapter } = context.context;
    await internalAdapter.deleteVerificationByIdentifier(endOf(address));
    await noteAsker(internalAdapter, askerOf(address), viewer);
    const otp = await makeCode({ context: context.context, body: { email: address, type: TYPE } });
    const found = await internalAdapter.findUserByEmail(address);
    if (found) {
      noteMailedCode({ type: TYPE, email: address });
      await sendCode({ email: found.user.email, otp, type: TYPE }, context);
    } else await internalAdapter.deleteVerificationByIdentifier(identifierOf(address));
  }
  return { success: true };
}

/**
 * Uses up the code of the current inbox, and gives the plugin a code of its own in its place. An account without an
 * address has no inbox and needs no code. A request that the plugin itself refuses uses up no code.
 * @throws APIError INVALID_OTP, OTP_EXPIRED, OTP_ALREADY_USED (400), TOO_MANY_ATTEMPTS (403)
 */
export async function proveCurrentInbox(
  context: GenericEndpointContext,
  body: Record<string, unknown>,
  codes: Pick<CodeFunctions, "checkCode" | "makeCode">,
): Promise<ChangedRequest> {
  const viewer = await viewerOf(context);
  const newEmail = isEmail(body.newEmail) ? body.newEmail.toLowerCase() : null;
  if (!viewer || newEmail === null || newEmail === viewer.user.email) return withCode(body, "");
  const { email } = viewer.user;
  const { otp } = body;
  const { internalAdapter } = context.context;
  if (otp !== undefined || !isPlaceholderEmail(email)) {
    if (typeof otp !== "string" || otp === "") return withCode(body, "");
    await requireAsker(internalAdapter, askerOf(email), viewer);
    await spend(context, email, otp, codes);
  }
  await noteAsker(internalAdapter, askerOf(newEmail, viewer.userId), viewer);
  const type = "email-verification";
  return withCode(body, await codes.makeCode({ context: context.context, body: { email, type } }));
}

/**
 * Checks that the code of the new inbox was requested by this session.
 * @throws APIError INVALID_OTP (400)
 */
export async function requireOwnChange(
  context: GenericEndpointContext,
  { newEmail }: Record<string, unknown>,
): Promise<undefined> {
  const viewer = await viewerOf(context);
  if (!viewer || !isEmail(newEmail)) return;
  const asked = askerOf(newEmail.toLowerCase(), viewer.userId);
  await requireAsker(context.context.internalAdapter, asked, viewer);
}

type Adapter = AuthContext["internalAdapter"];

/** Stores which session requests a code; null: none, so any session of the owner can use the code. */
async function noteAsker(adapter: Adapter, identifier: string, viewer: Viewer | null): Promise<void> {
  await adapter.deleteVerificationByIdentifier(identifier);
  if (!viewer) return;
  const expiresAt = new Date(Date.now() + CODE_SECONDS * 1000);
  await adapter.createVerificationValue({ identifier, value: viewer.sessionId, expiresAt });
}

/** Checks that this session requested the code, if any session did. @throws APIError INVALID_OTP (400) */
async function requireAsker(adapter: Adapter, identifier: string, { sessionId }: Viewer): Promise<void> {
  const asker = await adapter.findVerificationValue(identifier);
  if (!asker || asker.expiresAt <= new Date() || asker.value === sessionId) return;
  const message = "This code was asked for in another sign-in. Use it there, or ask for one here.";
  throw new APIError("BAD_REQUEST", { code: "INVALID_OTP", message });
}

/**
 * Returns the key under which the requesting session is stored. `userId` is part of it when the address is not the
 * account's yet, because several accounts may request the same address.
 */
function askerOf(email: string, userId = ""): string {
  return `${TYPE}-asker-${userId}-${email}`;
}

async function spend(
  { context }: GenericEndpointContext,
  email: string,
  otp: string,
  { checkCode }: Pick<CodeFunctions, "checkCode">,
): Promise<void> {
  const { internalAdapter } = context;
  const ended = await internalAdapter.findVerificationValue(endOf(email));
  if (ended && ended.expiresAt > new Date()) throw endRefusals[readEnd(ended.value)]();
  await checkCode({ context, body: { email, type: TYPE, otp } }).catch(async (error: unknown) => {
    if (isAPIError(error) && error.body?.code === "TOO_MANY_ATTEMPTS")
      await noteEnd(context, email, "given up");
    throw error;
  });
  // The check does not use up the code; of several requests at the same moment only one consumes it.
  if (!(await internalAdapter.consumeVerificationValue(identifierOf(email)))) throw endRefusals.used();
  await noteEnd(context, email, "used");
}

/** How the latest code of an inbox has ended. A signed-in user may learn that about the own inbox. */
type End = "used" | "given up";

const endRefusals: Record<End, () => APIError> = {
  used: () =>
    new APIError("BAD_REQUEST", {
      code: "OTP_ALREADY_USED",
      message: "This code was used already. Ask for a new one.",
    }),
  "given up": () =>
    new APIError("FORBIDDEN", {
      code: "TOO_MANY_ATTEMPTS",
      message: "Too many wrong codes. Ask for a new one.",
    }),
};

function readEnd(value: string): End {
  return value === "used" ? "used" : "given up";
}

async function noteEnd({ internalAdapter }: AuthContext, email: string, end: End): Promise<void> {
  const expiresAt = new Date(Date.now() + CODE_SECONDS * 1000);
  await internalAdapter.createVerificationValue({ identifier: endOf(email), value: end, expiresAt });
}

function endOf(email: string): string {
  return `${TYPE}-end-${email}`;
}

/**
 * Returns the request with this code; an empty code counts as no code. If it were left out, the code that was sent
 * would stay, since better-auth merges bodies.
 */
function withCode(body: Record<string, unknown>, otp: string): ChangedRequest {
  return { context: { body: { ...body, otp } } };
}

/** Returns the identifier of a code in the form in which the plugin stores codes. */
function identifierOf(email: string): string {
  return `${TYPE}-otp-${email}`;
}

function isEmail(value: unknown): value is string {
  return typeof value === "string" && z.email().safeParse(value).success;
}
