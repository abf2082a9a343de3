import type { GenericEndpointContext } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import * as z from "zod";
import { unusedEmail } from "#lib/shared/placeholder-email.ts";
import { isSixDigits } from "#lib/shared/typed-sign-in.ts";
import { proveCurrentInbox, requireOwnChange, sendChangeCode } from "./address-change.ts";
import { refuseGuessable } from "./guessable-password.ts";
import { hashPassword } from "./password.ts";
import { limitOwnTries } from "./own-tries.ts";
import type { PendingSignUps } from "./pending-sign-up.ts";
import { requestScope } from "./request-scope.ts";
import { guardRequest, requireOwnLink, viewerOf } from "./request-guards.ts";
import { requireName } from "./row-hooks.ts";

export const PASSWORD_LENGTH = { min: 8, max: 128 };
/** The longest e-mail address to which mail can be sent. */
const EMAIL_LENGTH = 254;

/** A changed request, in the form that a hook of better-auth returns. */
export interface ChangedRequest {
  context: { body: Record<string, unknown> };
}

/** The body before better-auth has validated it, so every field may be missing or of another type. */
const Body = z.record(z.string(), z.unknown());

/**
 * Checks the code of an inbox: the email-otp plugin's own endpoint, called without its hooks. It does not use up the
 * code.
 */
export type CheckCode = (input: {
  context: GenericEndpointContext["context"];
  body: { email: string; type: "sign-in" | "forget-password" | "change-email"; otp: string };
}) => Promise<unknown>;

/** Makes a code for an inbox without mailing it: the email-otp plugin's own endpoint for the server. */
export type MakeCode = (input: {
  context: GenericEndpointContext["context"];
  body: { email: string; type: "email-verification" | "change-email" };
}) => Promise<string>;

export interface CodeFunctions {
  checkCode: CheckCode;
  makeCode: MakeCode;
  signUps: PendingSignUps;
}

export function requestHooks(codes: CodeFunctions) {
  return createAuthMiddleware(async (context) => {
    if (context.path === "/verify-email") return requireOwnLink(context);
    const body = Body.safeParse(context.body).data;
    if (!body) return undefined;
    for (const field of ["email", "newEmail"]) checkLength(field, body[field]);
    checkCodeForm(context.path, body);
    // An invalid new password does not count as an attempt at the current one.
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
        return guardRequest(context, body);
    }
  });
}

/**
 * Refuses an address that is too long, with a message in better-auth's format, from which the issues of the answer are
 * read.
 */
function checkLength(field: string, email: unknown): void {
  if (typeof email !== "string" || email.length <= EMAIL_LENGTH) return;
  const message = `[body.${field}] Too big: expected string to have <=${EMAIL_LENGTH} characters`;
  throw new APIError("BAD_REQUEST", { code: "VALIDATION_ERROR", message });
}

/**
 * Refuses a text that cannot be a code, before it counts as one of the code's attempts. The request itself counts all
 * the same.
 */
function checkCodeForm(path: string, { otp, code }: Record<string, unknown>): void {
  const isTotp = path === "/two-factor/verify-totp";
  const typed = isTotp ? code : otp;
  if (typeof typed !== "string" || isSixDigits(typed)) return;
  throw new APIError("BAD_REQUEST", {
    code: isTotp ? "INVALID_CODE" : "INVALID_OTP",
    message: `A code has six digits. Enter those of ${isTotp ? "your authenticator" : "the latest mail"}.`,
  });
}

/**
 * Checks the name of a sign-up before the address is looked up, so that an invalid name does not reveal which addresses
 * exist.
 */
async function prepareSignUp(body: Record<string, unknown>): Promise<ChangedRequest | undefined> {
  if (typeof body.name !== "string") return undefined;
  const name = requireName(body.name);
  const { password } = body;
  await checkPassword(password, [name, body.email]);
  const scope = requestScope();
  if (scope && typeof password === "string" && isPossiblePassword(password)) {
    const hash = hashPassword(password);
    // The caller that awaits the hash gets its failure; if the request is refused before, an unhandled rejection must
    // not end the process.
    hash.catch(() => undefined);
    scope.signUp = { name, password, hash };
  }
  return { context: { body: { ...body, name } } };
}

function isPossiblePassword(password: string): boolean {
  return password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max;
}

/** Refuses a guessable password. better-auth itself refuses passwords that are too short or too long. */
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

function checkProfile(body: Record<string, unknown>): ChangedRequest | undefined {
  if (body.image !== undefined) {
    const message = "Pictures are changed by POST and DELETE /api/users/avatar.";
    throw new APIError("BAD_REQUEST", { code: "FIELD_NOT_ALLOWED", message });
  }
  if (body.name === undefined) return undefined;
  return { context: { body: { ...body, name: requireName(body.name) } } };
}

/**
 * Notes the code that is to verify an address, and the password that may come with it: a user with the code may choose
 * the password, whatever password the sign-up had. An address that is verified already has nothing to verify: its codes
 * open no session here and are not used up.
 * @returns for an address that is verified already, the request for an address without an account: the answer, and the
 * time until it, must not reveal which addresses have one
 */
async function rememberCode(
  { context }: GenericEndpointContext,
  body: Record<string, unknown>,
): Promise<ChangedRequest | undefined> {
  const scope = requestScope();
  const { email, otp, password } = body;
  if (!scope || typeof otp !== "string") return undefined;
  // The password is checked before the address is looked up, so that a bad password does not reveal which addresses
  // exist.
  if (password !== undefined) await checkChosen(password, email);
  const found =
    typeof email === "string" ? await context.internalAdapter.findUserByEmail(email.toLowerCase()) : null;
  if (found?.user.emailVerified) return { context: { body: { ...body, email: unusedEmail() } } };
  scope.verifying = typeof password === "string" ? { code: otp, password } : { code: otp };
  return undefined;
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
 * Verifies an address at the reset of a password. Its owner reads the inbox, but did not sign up here, so the old
 * password of the account proves nothing and is removed in the same transaction as the verification. better-auth does
 * that in steps, between which another sign-up could succeed.
 */
async function verifyFirst(
  { context }: GenericEndpointContext,
  body: Record<string, unknown>,
  type: "sign-in" | "forget-password",
  { checkCode, signUps }: CodeFunctions,
): Promise<void> {
  const { email, otp } = body;
  if (typeof email !== "string" || typeof otp !== "string" || !z.email().safeParse(email).success) return;
  // An address without an account is handled like any other; the owner's name counts only once the code was correct.
  if (type === "forget-password") await checkPassword(body.password, [email]);
  const found = await context.internalAdapter.findUserByEmail(email.toLowerCase());
  const scope = requestScope();
  if (scope && found && type === "forget-password") scope.newPasswordOf = found.user.name;
  if (!found || found.user.emailVerified) return;
  await checkCode({ context, body: { email, type, otp } });
  await signUps.verify(context, found.user, null);
}

/** Verifies an address like {@link verifyFirst}, by a mailed link whose token says whose inbox it is. */
async function verifyByToken(
  { context }: GenericEndpointContext,
  { token, newPassword }: Record<string, unknown>,
  { signUps }: CodeFunctions,
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
