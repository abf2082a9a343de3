import { AuthError, postAuth as post } from "./auth-request.ts";
import { wipeDeviceData } from "../offline/device.ts";
import { deleteTypedTexts } from "../storage/own-storage.ts";

interface Credentials {
  email: string;
  password: string;
}

/** `twoFactor`: the session begins only after {@link verifyTotp} or {@link verifyBackupCode}. */
type Step = { next: "done" | "twoFactor" };

/** The token that the captcha's widget gives for one request; null where the captcha is off. */
type Captcha = string | null;

/**
 * Creates a user whose address is not verified, and e-mails a verification code. The session begins only with {@link
 * verifyEmail}.
 */
export async function signUp(
  body: Credentials & { name: string; defaultCurrency?: string },
  captcha: Captcha = null,
): Promise<void> {
  await post("/sign-up/email", body, proof(captcha));
}

export async function signIn(body: Credentials, captcha: Captcha = null): Promise<Step> {
  return challenge(await post("/sign-in/email", body, proof(captcha)));
}

/** Signs in with a verification code from {@link sendCode}. An address without an account got no code. */
export async function signInByCode(body: { email: string; otp: string }): Promise<Step> {
  return challenge(await post("/sign-in/email-otp", body));
}

/**
 * Enters an invite's trip as a guest without an account. A repeat with the same idempotency key gives the same guest.
 */
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
  /** Absolute addresses: the page after a sign-in, and the page after a refused one. */
  callbackURL: string;
  errorCallbackURL: string;
}

/** Starts a sign-in at a provider, and returns the address of the provider's page that continues it. */
export async function startProviderSignIn(body: ProviderSignIn): Promise<string> {
  const answer = await post("/sign-in/social", body);
  if (typeof answer === "object" && answer !== null && "url" in answer && typeof answer.url === "string")
    return answer.url;
  throw new AuthError(500, "INTERNAL", "The service named no page of the provider.");
}

/** Verifies the address and signs in. If `password` is given, it becomes the account's password. */
export async function verifyEmail(body: { email: string; otp: string; password?: string }): Promise<Step> {
  return challenge(await post("/email-otp/verify-email", body));
}

/** Ends the session of this browser, and deletes what this device stores for it. */
export async function signOut(): Promise<void> {
  await post("/sign-out", {});
  deleteTypedTexts();
  await wipeDeviceData();
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

/** Sets a new password with the token of an e-mailed link in place of a verification code. */
export async function resetPasswordByLink(body: { token: string; newPassword: string }): Promise<void> {
  await post("/reset-password", body);
}

interface SecondFactor {
  code: string;
  /** The service does not ask this browser for the second factor again for 30 days. */
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
