import type { AuthContext, BetterAuthPlugin, User } from "better-auth";
import type { emailOTP } from "better-auth/plugins/email-otp";
import { sendChangeEmailLink } from "./mails.ts";
import { requestScope } from "./request-scope.ts";

/** A code's life; a sign-up that stays unverified for longer is abandoned. */
export const CODE_SECONDS = 300;
const RESEND_SECONDS = 60;

/**
 * Verifies addresses by code. The email-otp plugin can do that by itself, but would then swallow the links of
 * `/change-email` and leave a second sign-up without a mail; this one stands before it and wins.
 */
export function verificationByCode(codes: ReturnType<typeof emailOTP>): BetterAuthPlugin {
  return {
    id: "verification-by-code",
    init(context) {
      async function sendCodeTo(email: string, request?: Request): Promise<void> {
        await codes.endpoints.sendVerificationOTP({
          context,
          ...(request ? { request } : {}),
          body: { email, type: "email-verification" },
        });
      }
      return {
        options: {
          emailVerification: {
            sendVerificationEmail: ({ user, url, token }, request) =>
              isEmailChange(token)
                ? sendChangeEmailLink({ user, url }, request)
                : sendCodeTo(user.email, request),
          },
          emailAndPassword: {
            enabled: true,
            async onExistingUserSignUp({ user }, request) {
              if (user.emailVerified || (await hasRecentCode(context, user))) return;
              await takeOverAbandoned(context, user);
              await sendCodeTo(user.email, request);
            },
          },
        },
      };
    },
  };
}

/** better-auth made the token a moment ago, so it needs no verification here. */
function isEmailChange(token: string): boolean {
  const payload: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  return typeof payload === "object" && payload !== null && "requestType" in payload;
}

/** Two clicks on one button must not mail two codes, of which the first is dead. */
async function hasRecentCode({ internalAdapter }: AuthContext, { email }: User): Promise<boolean> {
  const code = await internalAdapter.findVerificationValue(`email-verification-otp-${email}`);
  return code !== null && code.createdAt.getTime() > Date.now() - RESEND_SECONDS * 1000;
}

/**
 * Without this, whoever signs up first with someone else's address would keep a password to the account which that
 * person verifies weeks later.
 */
async function takeOverAbandoned({ internalAdapter }: AuthContext, user: User): Promise<void> {
  const signUp = requestScope()?.signUp;
  const account = await internalAdapter.findCredentialAccount(user.id);
  if (!signUp || !account || account.updatedAt.getTime() > Date.now() - CODE_SECONDS * 1000) return;
  await internalAdapter.updateAccount(account.id, { password: await signUp.hash });
  await internalAdapter.updateUser(user.id, { name: signUp.name });
}
