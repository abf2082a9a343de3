import type { GenericEndpointContext } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import * as z from "zod";
import { isSixDigits } from "#lib/shared/typed-sign-in.ts";
import { proveCurrentInbox, requireOwnChange, sendChangeCode } from "./address-change.ts";
import { refuseGuessable } from "./guessable-password.ts";
import { hashPassword } from "./password.ts";
import { limitOwnTries } from "./own-tries.ts";
import type { PendingSignUps } from "./pending-sign-up.ts";
import { requestScope } from "./request-scope.ts";
import { guard, requireOwnLink, viewerOf } from "./request-guards.ts";
import { requireName } from "./row-hooks.ts";

export const PASSWORD_LENGTH = { min: 8, max: 128 };
/** The longest that a mail can be sent to. */
const EMAIL_LENGTH = 254;

/** A changed request, in the form that better-auth's hooks return. */
export interface Changed {
  context: { body: Record<string, unknown> };
}

/** Runs before better-auth validates a body, so every field may be missing or of another type. */
const Body = z.record(z.string(), z.unknown());

/** The inbox check of a code; the email-otp plugin's own endpoint, called without its hooks. It spends no code. */
export type CheckCode = (input: {
  context: GenericEndpointContext["context"];
  body: { email: string; type: "sign-in" | "forget-password" | "change-email"; otp: string };
}) => Promise<unknown>;

/** Makes a code for an inbox without mailing it; the email-otp plugin's own endpoint for the server. */
export type MakeCode = (input: {
  context: GenericEndpointContext["context"];
  body: { email: string; type: "email-verification" | "change-email" };
}) => Promise<string>;

export interface Codes {
  checkCode: CheckCode;
  makeCode: MakeCode;
  signUps: PendingSignUps;
}

export function requestHooks(codes: Codes) {
  return createAuthMiddleware(async (context) => {
    if (context.path === "/verify-email") return requireOwnLink(context);
    const body = Body.safeParse(context.body).data;
    if (!body) return undefined;
    for (const field of ["email", "newEmail"]) checkLength(field, body[field]);
    checkCodeForm(context.path, body);
    // A new password that can't be had is no try at the present one.
    if (context.path === "/change-password") await checkNewPassword(context, body);
    await limitOwnTries(context);
    switch (context.path) {
      case "/sign-up/email":
        return prepareSignUp(body);
      case "/update-user":
        return checkProfile(body);
      case "/email-otp/send-verification-otp":
        return sendChangeCode(context, body, codes);
      case "/email-otp/verify-email":
        return rememberCode(context, body);
      case "/email-otp/request-email-change":
        return proveCurrentInbox(context, body, codes);
      case "/email-otp/change-email":
        return requireOwnChange(context, body);
      case "/sign-in/email-otp":
        return verifyFirst(context, body, "sign-in", codes);
      case "/email-otp/reset-password":
        return verifyFirst(context, body, "forget-password", codes);
      case "/reset-password":
        return verifyByToken(context, body, codes);
      default:
        return guard(context, body);
    }
  });
}

/** In better-auth's own words, from which the issues of the answer are read. */
function checkLength(field: string, email: unknown): void {
  if (typeof email !== "string" || email.length <= EMAIL_LENGTH) return;
  const message = `[body.${field}] Too big: expected string to have <=${EMAIL_LENGTH} characters`;
  throw new APIError("BAD_REQUEST", { code: "VALIDATION_ERROR", message });
}

/** What can't be a code is none of the tries that a code has. The request counts all the same. */
function checkCodeForm(path: string, { otp, code }: Record<string, unknown>): void {
  const isTotp = path === "/two-factor/verify-totp";
  const typed = isTotp ? code : otp;
  if (typeof typed !== "string" || isSixDigits(typed)) return;
  throw new APIError("BAD_REQUEST", {
    code: isTotp ? "INVALID_CODE" : "INVALID_OTP",
    message: `A code has six digits. Enter those of ${isTotp ? "your authenticator" : "the latest mail"}.`,
  });
}

/** Names are checked before anyone looks for the address, so that a bad one doesn't tell which addresses exist. */
async function prepareSignUp(body: Record<string, unknown>): Promise<Changed | undefined> {
  if (typeof body.name !== "string") return undefined;
  const name = requireName(body.name);
  const { password } = body;
  await checkPassword(password, [name, body.email]);
  const scope = requestScope();
  if (scope && typeof password === "string" && isPossiblePassword(password)) {
    const hash = hashPassword(password);
    // Whoever awaits it gets the failure; a request refused before that must not end the process.
    hash.catch(() => undefined);
    scope.signUp = { name, password, hash };
  }
  return { context: { body: { ...body, name } } };
}

function isPossiblePassword(password: string): boolean {
  return password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max;
}

/** Other refusals of a password are better-auth's, which says too short and too long itself. */
async function checkPassword(password: unknown, about: readonly unknown[]): Promise<void> {
  if (typeof password !== "string" || !isPossiblePassword(password)) return;
  await refuseGuessable(
    password,
    about.filter((text) => typeof text === "string"),
  );
}

async function checkNewPassword(
  context: GenericEndpointContext,
  { newPassword }: Record<string, unknown>,
): Promise<undefined> {
  const { user } = (await viewerOf(context)) ?? {};
  if (user) await checkPassword(newPassword, [user.name, user.email]);
}

function checkProfile(body: Record<string, unknown>): Changed | undefined {
  if (body.image !== undefined) {
    const message = "Pictures are changed by POST and DELETE /api/users/avatar.";
    throw new APIError("BAD_REQUEST", { code: "FIELD_NOT_ALLOWED", message });
  }
  if (body.name === undefined) return undefined;
  return { context: { body: { ...body, name: requireName(body.name) } } };
}

/**
 * A password may come along: whoever has the code may choose it, whatever was signed up with before. An address that is verified
 * already has nothing to verify: its codes open no session here and stay unspent.
 */
async function rememberCode(
  { context }: GenericEndpointContext,
  { email, otp, password }: Record<string, unknown>,
): Promise<undefined> {
  const scope = requestScope();
  if (!scope || typeof otp !== "string") return;
  // Before anybody looks for the address, so that a bad password does not tell which addresses exist.
  if (password !== undefined) await checkChosen(password, email);
  const found =
    typeof email === "string" ? await context.internalAdapter.findUserByEmail(email.toLowerCase()) : null;
  // As a wrong code is refused, so that nobody learns who has an account.
  if (found?.user.emailVerified)
    throw new APIError("BAD_REQUEST", { code: "INVALID_OTP", message: "Invalid OTP" });
  scope.verifying = typeof password === "string" ? { code: otp, password } : { code: otp };
}

async function checkChosen(password: unknown, email: unknown): Promise<void> {
  if (typeof password !== "string" || !isPossiblePassword(password)) {
    const { min, max } = PASSWORD_LENGTH;
    const message = `[body.password] A password has ${min} to ${max} characters`;
    throw new APIError("BAD_REQUEST", { code: "VALIDATION_ERROR", message });
  }
  await checkPassword(password, [email]);
}

/**
 * The inbox answers, but for no sign-up: whoever set the account's password before has proved nothing, so it goes, and
 * at once with the verification. better-auth does that in steps, between which another sign-up could slip in.
 */
async function verifyFirst(
  { context }: GenericEndpointContext,
  body: Record<string, unknown>,
  type: "sign-in" | "forget-password",
  { checkCode, signUps }: Codes,
): Promise<void> {
  const { email, otp } = body;
  if (typeof email !== "string" || typeof otp !== "string" || !z.email().safeParse(email).success) return;
  // The same for an address without an account; the owner's name counts only once the code was found right.
  if (type === "forget-password") await checkPassword(body.password, [email]);
  const found = await context.internalAdapter.findUserByEmail(email.toLowerCase());
  const scope = requestScope();
  if (scope && found && type === "forget-password") scope.newPasswordOf = found.user.name;
  if (!found || found.user.emailVerified) return;
  await checkCode({ context, body: { email, type, otp } });
  await signUps.verify(context, found.user, null);
}

/** The same for a mailed link, whose token says whose inbox it is. */
async function verifyByToken(
  { context }: GenericEndpointContext,
  { token, newPassword }: Record<string, unknown>,
  { signUps }: Codes,
): Promise<void> {
  if (typeof token !== "string") return;
  const found = await context.internalAdapter.findVerificationValue(`reset-password:${token}`);
  if (!found || found.expiresAt.getTime() <= Date.now()) return;
  const user = await context.internalAdapter.findUserById(found.value);
  const scope = requestScope();
  if (user) await checkPassword(newPassword, [user.name, user.email]);
  if (scope && user) scope.resetUserId = user.id;
  if (user && !user.emailVerified) await signUps.verify(context, user, null);
}
