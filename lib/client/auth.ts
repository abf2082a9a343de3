import { postAuth as post } from "./auth-request.ts";

interface Credentials {
  email: string;
  password: string;
}

/** Creates an unverified user and mails a code; there is no session before {@link verifyEmail}. */
export async function signUp(body: Credentials & { name: string; defaultCurrency?: string }): Promise<void> {
  await post("/sign-up/email", body);
}

/** `twoFactor`: the session begins only with {@link verifyTotp} or {@link verifyBackupCode}. */
export async function signIn(body: Credentials): Promise<{ next: "done" | "twoFactor" }> {
  return challenge(await post("/sign-in/email", body));
}

/** Verifies the address and signs in. */
export async function verifyEmail(body: {
  email: string;
  otp: string;
}): Promise<{ next: "done" | "twoFactor" }> {
  return challenge(await post("/email-otp/verify-email", body));
}

export async function signOut(): Promise<void> {
  await post("/sign-out", {});
}

type CodeType = "sign-in" | "email-verification" | "forget-password" | "change-email";

export async function sendCode(body: { email: string; type: CodeType }): Promise<void> {
  await post("/email-otp/send-verification-otp", body);
}

export async function requestPasswordReset(body: { email: string }): Promise<void> {
  await post("/email-otp/request-password-reset", body);
}

export async function resetPassword(body: { email: string; otp: string; password: string }): Promise<void> {
  await post("/email-otp/reset-password", body);
}

export async function verifyTotp(body: { code: string }): Promise<void> {
  await post("/two-factor/verify-totp", body);
}

export async function verifyBackupCode(body: { code: string }): Promise<void> {
  await post("/two-factor/verify-backup-code", body);
}

function challenge(answer: unknown): { next: "done" | "twoFactor" } {
  const isChallenge = typeof answer === "object" && answer !== null && "twoFactorRedirect" in answer;
  return { next: isChallenge ? "twoFactor" : "done" };
}
