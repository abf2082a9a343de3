import { bearer } from "better-auth/plugins/bearer";
import { emailOTP } from "better-auth/plugins/email-otp";
import { twoFactor } from "better-auth/plugins/two-factor";
import { sendCode } from "./mails.ts";
import { otpHasher } from "./otp-hash.ts";
import { pendingSignUps } from "./pending-sign-up.ts";
import type { CheckCode } from "./request-hooks.ts";
import { CODE_SECONDS, verificationByCode } from "./verification-plugin.ts";

/** Paths that end in a session and so must ask for the second factor; the plugin itself asks only for passwords. */
const SIGN_INS = new Set([
  "/sign-in/email",
  "/sign-in/email-otp",
  "/email-otp/verify-email",
  "/callback/:id",
]);

export function authPlugins({ appName, secret }: { appName: string; secret: string }) {
  const hasher = otpHasher(secret);
  const signUps = pendingSignUps(hasher.hash);
  const codes = emailOTP({
    otpLength: 6,
    expiresIn: CODE_SECONDS,
    allowedAttempts: 3,
    storeOTP: hasher,
    disableSignUp: true,
    changeEmail: { enabled: true, verifyCurrentEmail: true },
    rateLimit: { window: 60, max: 3 },
    async sendVerificationOTP(code, context) {
      if (code.type === "email-verification" && context)
        await signUps.goOn(context.context, code.email, code.otp);
      return sendCode(code, context);
    },
  });
  const secondFactor = twoFactor({ issuer: appName, allowPasswordless: true });
  for (const hook of secondFactor.hooks.after) hook.matcher = ({ path }) => SIGN_INS.has(path ?? "");
  const checkCode: CheckCode = (input) => codes.endpoints.checkVerificationOTP(input);
  return { all: [verificationByCode(codes, signUps), codes, secondFactor, bearer()], checkCode, signUps };
}
