import type { GenericEndpointContext } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import * as z from "zod";
import { hashPassword } from "./password.ts";
import { requestScope } from "./request-scope.ts";
import { requireName } from "./row-hooks.ts";

export const PASSWORD_LENGTH = { min: 8, max: 128 };

/** A changed request, in the form that better-auth's hooks return. */
interface Changed {
  context: { body: Record<string, unknown> };
}

/** Runs before better-auth validates a body, so every field may be missing or of another type. */
const Body = z.record(z.string(), z.unknown());

/** The inbox check of `sign-in/email-otp`; the email-otp plugin's own endpoint, called without its hooks. */
export type CheckCode = (input: {
  context: GenericEndpointContext["context"];
  body: { email: string; type: "sign-in"; otp: string };
}) => Promise<unknown>;

export function requestHooks(checkCode: CheckCode) {
  return createAuthMiddleware(async (context) => {
    const body = Body.safeParse(context.body).data;
    if (!body) return;
    switch (context.path) {
      case "/sign-up/email":
        return prepareSignUp(body);
      case "/update-user":
        return checkProfile(body);
      case "/email-otp/send-verification-otp":
        return allowChangeEmailCode(body);
      case "/sign-in/email-otp":
        return verifyFirst(context, body, checkCode);
      default:
        return;
    }
  });
}

/** Names are checked before anyone looks for the address, so that a bad one doesn't tell which addresses exist. */
function prepareSignUp(body: Record<string, unknown>): Changed | undefined {
  if (typeof body.name !== "string") return undefined;
  const name = requireName(body.name);
  const { password } = body;
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

function checkProfile(body: Record<string, unknown>): Changed | undefined {
  if (body.image !== undefined) {
    const message = "Pictures are changed by POST and DELETE /api/users/avatar.";
    throw new APIError("BAD_REQUEST", { code: "FIELD_NOT_ALLOWED", message });
  }
  if (body.name === undefined) return undefined;
  return { context: { body: { ...body, name: requireName(body.name) } } };
}

/** The plugin verifies the current inbox by a code of type `email-verification`; only the mail says what it is for. */
function allowChangeEmailCode(body: Record<string, unknown>): Changed | undefined {
  const scope = requestScope();
  if (body.type !== "change-email" || !scope) return undefined;
  scope.mailKind = "change-email";
  return { context: { body: { ...body, type: "email-verification" } } };
}

/** Signing an unverified account in by code would delete its password: the code verifies the address here instead. */
async function verifyFirst(
  { context }: GenericEndpointContext,
  body: Record<string, unknown>,
  checkCode: CheckCode,
): Promise<void> {
  const { email, otp } = body;
  if (typeof email !== "string" || typeof otp !== "string" || !z.email().safeParse(email).success) return;
  const found = await context.internalAdapter.findUserByEmail(email.toLowerCase());
  if (!found || found.user.emailVerified) return;
  await checkCode({ context, body: { email, type: "sign-in", otp } });
  await context.internalAdapter.updateUser(found.user.id, { emailVerified: true });
}
