import type { AuthContext, BetterAuthPlugin } from "better-auth";
import type { emailOTP } from "better-auth/plugins/email-otp";
import { sendChangeEmailLink, sendCodeOnRequest } from "./mails.ts";
import { type PendingSignUps, replaceSignUp } from "./pending-sign-up.ts";
import { requestScope } from "./request-scope.ts";

export const CODE_SECONDS = 300;

/**
 * Verifies addresses by code. The email-otp plugin can do that itself, but would then drop the links of
 * `/change-email`, send no mail for a second sign-up, and let a code verify whichever password came first; this plugin
 * runs before it and takes precedence.
 */
export function verificationByCode(
  codes: ReturnType<typeof emailOTP>,
  signUps: PendingSignUps,
): BetterAuthPlugin {
  return {
    id: "verification-by-code",
    init(context) {
      async function sendCodeFor(email: string, password: string | null, request?: Request): Promise<void> {
        const type = "email-verification";
        const otp = await codes.endpoints.createVerificationOTP({ context, body: { email, type } });
        if (password !== null) await signUps.begin(context, email, otp, password);
        sendCodeOnRequest({ email, otp, type }, request);
      }
      return {
        options: {
          emailVerification: {
            /** Called for a sign-up, a sign-in with the correct password, and a change of address. */
            sendVerificationEmail: async ({ user, url, token }, request) =>
              isEmailChange(token)
                ? sendChangeEmailLink({ user, url }, request)
                : sendCodeFor(user.email, await passwordOf(context, user.id), request),
            async beforeEmailVerification(user) {
              const { verifying } = requestScope() ?? {};
              // The hook also runs for a change of address by a signed-in user, which verifies nothing here.
              if (user.emailVerified || !verifying) return;
              await signUps.verify(context, user, verifying.code, verifying.password);
            },
          },
          emailAndPassword: {
            enabled: true,
            async onExistingUserSignUp({ user }, request) {
              const password = user.emailVerified ? null : await replaceSignUp(context, user);
              if (password !== null) await sendCodeFor(user.email, password, request);
            },
          },
        },
      };
    },
  };
}

/** Whether the token is for a change of address. better-auth has just made the token, so it is not verified here. */
function isEmailChange(token: string): boolean {
  const payload: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  return typeof payload === "object" && payload !== null && "requestType" in payload;
}

async function passwordOf({ internalAdapter }: AuthContext, userId: string): Promise<string | null> {
  const account = await internalAdapter.findCredentialAccount(userId);
  return account?.password ?? null;
}
