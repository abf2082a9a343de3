/* A thin client of `/api/auth`: better-auth's own costs every page 13 kB gzipped, this one under 1. */

/** A refusal, or no answer at all (`status` 0, `code` `OFFLINE`). */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  /** From `Retry-After`, in seconds. */
  readonly retryAfter: number | null;

  constructor(status: number, code: string, message: string, retryAfter: number | null = null) {
    super(message);
    this.name = "AuthError";
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

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

async function post(path: string, body: object): Promise<unknown> {
  // Mails are written in the language of the page.
  const headers = { "content-type": "application/json", "x-app-lang": document.documentElement.lang };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(`/api/auth${path}`, init).catch((error: unknown) => {
    throw new AuthError(0, "OFFLINE", String(error));
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  throw refused(response, answer);
}

function refused(response: Response, answer: unknown): AuthError {
  const said = new Map<string, unknown>(
    typeof answer === "object" && answer !== null ? Object.entries(answer) : [],
  );
  const [code, message] = [said.get("code"), said.get("message")];
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new AuthError(
    response.status,
    typeof code === "string" ? code : "UNAVAILABLE",
    typeof message === "string" ? message : `The service answered ${response.status}.`,
    Number.isNaN(retryAfter) ? null : retryAfter,
  );
}
