import { AuthError, postAuth as post } from "./auth-request.ts";
import { wipe } from "./device.ts";
import { forgetTyped } from "./own-storage.ts";

interface Credentials {
  email: string;
  password: string;
}

/** `twoFactor`: the session begins only with {@link verifyTotp} or {@link verifyBackupCode}. */
type Step = { next: "done" | "twoFactor" };

/** What the captcha's widget gave for one request; null where the captcha is off. */
type Captcha = string | null;

/** Creates an unverified user and mails a code; there is no session before {@link verifyEmail}. */
export async function signUp(
  body: Credentials & { name: string; defaultCurrency?: string },
  captcha: Captcha = null,
): Promise<void> {
  await post("/sign-up/email", body, proof(captcha));
}

export async function signIn(body: Credentials, captcha: Captcha = null): Promise<Step> {
  return challenge(await post("/sign-in/email", body, proof(captcha)));
}

/** With a code that {@link sendCode} mailed; an address without an account got none. */
export async function signInByCode(body: { email: string; otp: string }): Promise<Step> {
  return challenge(await post("/sign-in/email-otp", body));
}

/** Comes into an invite's trip without an account; repeated under its key it is the same guest. */
export async function enterAsGuest(
  body: { inviteToken: string; name: string },
  key: string,
): Promise<{ tripId: string }> {
  const answer = await post("/sign-in/anonymous", body, { "idempotency-key": key });
  if (
    typeof answer === "object" &&
    answer !== null &&
    "tripId" in answer &&
    typeof answer.tripId === "string"
  )
    return { tripId: answer.tripId };
  throw new AuthError(500, "INTERNAL", "The service named no trip.");
}

interface ProviderSignIn {
  provider: string;
  /** Whole addresses: where a sign-in leads, and where a refused one. */
  callbackURL: string;
  errorCallbackURL: string;
}

/** The address of the provider's page where this sign-in goes on. */
export async function startProviderSignIn(body: ProviderSignIn): Promise<string> {
  const answer = await post("/sign-in/social", body);
  if (typeof answer === "object" && answer !== null && "url" in answer && typeof answer.url === "string")
    return answer.url;
  throw new AuthError(500, "INTERNAL", "The service named no page of the provider.");
}

/** Verifies the address and signs in; a password that comes along is the account's from then on. */
export async function verifyEmail(body: { email: string; otp: string; password?: string }): Promise<Step> {
  return challenge(await post("/email-otp/verify-email", body));
}

/** Ends the session here, and with it what this device keeps. */
export async function signOut(): Promise<void> {
  await post("/sign-out", {});
  forgetTyped();
  await wipe();
}

type CodeType = "sign-in" | "email-verification" | "forget-password" | "change-email";

export async function sendCode(
  body: { email: string; type: CodeType },
  captcha: Captcha = null,
): Promise<void> {
  await post("/email-otp/send-verification-otp", body, proof(captcha));
}

export async function requestPasswordReset(body: { email: string }): Promise<void> {
  await post("/email-otp/request-password-reset", body);
}

export async function resetPassword(body: { email: string; otp: string; password: string }): Promise<void> {
  await post("/email-otp/reset-password", body);
}

/** With the token of a mailed link in place of a code. */
export async function resetPasswordByLink(body: { token: string; newPassword: string }): Promise<void> {
  await post("/reset-password", body);
}

interface SecondFactor {
  code: string;
  /** This browser is not asked again for 30 days. */
  trustDevice?: boolean;
}

export async function verifyTotp(body: SecondFactor): Promise<void> {
  await post("/two-factor/verify-totp", body);
}

export async function verifyBackupCode(body: SecondFactor): Promise<void> {
  await post("/two-factor/verify-backup-code", body);
}

function proof(captcha: Captcha): Record<string, string> {
  return captcha === null ? {} : { "x-captcha-response": captcha };
}

function challenge(answer: unknown): Step {
  const isChallenge = typeof answer === "object" && answer !== null && "twoFactorRedirect" in answer;
  return { next: isChallenge ? "twoFactor" : "done" };
}
