import { bearer } from "better-auth/plugins/bearer";
import { emailOTP } from "better-auth/plugins/email-otp";
import { captchaGuard } from "./captcha-guard.ts";
import { sendCode } from "./mails.ts";
import { forgetDevicesPlugin } from "./forget-devices.ts";
import { guestsPlugin } from "./guests.ts";
import { miniProgram } from "./mini-program/mini-program.ts";
import { otpHasher } from "./otp-hash.ts";
import { pendingSignUps } from "./pending-sign-up.ts";
import { identityProviders } from "./providers/identity-providers.ts";
import type { CheckCode, MakeCode } from "./request-hooks.ts";
import { noteMailedCode } from "./request-scope.ts";
import { secondFactor } from "./second-factor.ts";
import { CODE_SECONDS, verificationByCode } from "./verification-plugin.ts";

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
      noteMailedCode(code);
      if (code.type === "email-verification" && context)
        await signUps.goOn(context.context, code.email, code.otp);
      // The plugin itself makes codes of this type only for the new inbox.
      return sendCode(code, context, code.type === "change-email" ? "new-address" : code.type);
    },
  });
  const checkCode: CheckCode = (input) => codes.endpoints.checkVerificationOTP(input);
  const makeCode: MakeCode = (input) => codes.endpoints.createVerificationOTP(input);
  const all = [
    ...captchaGuard(),
    verificationByCode(codes, signUps),
    codes,
    identityProviders(signUps),
    miniProgram(),
    guestsPlugin(),
    secondFactor({ issuer: appName, secret }),
    forgetDevicesPlugin(),
    bearer(),
  ];
  return { all, checkCode, makeCode, signUps };
}
