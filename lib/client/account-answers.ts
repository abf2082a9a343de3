import * as z from "zod";

/* What the account page knows. better-auth answers with more, session tokens among it, which stops here. */

const Me = z.object({
  user: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    /** False only for an address that a provider gave and did not vouch for. */
    emailVerified: z.boolean(),
    image: z.string().nullable(),
    defaultCurrency: z.string(),
    twoFactorEnabled: z.boolean(),
  }),
  session: z.object({ id: z.string() }),
});
export type Me = z.infer<typeof Me>;
export type AccountUser = Me["user"];

/** A password (`credential`) or an identity at a provider. */
const SignInMethod = z.object({
  id: z.string(),
  providerId: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SignInMethod = z.infer<typeof SignInMethod>;

/** Somewhere the account is signed in: a session without its token. */
const Device = z.object({
  id: z.string(),
  userAgent: z.string().nullish(),
  ipAddress: z.string().nullish(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Device = z.infer<typeof Device>;

/** null: nobody is signed in any more. */
export function readMe(answer: unknown): Me | null {
  return Me.nullable().parse(answer);
}

export function readMethods(answer: unknown): SignInMethod[] {
  return z.array(SignInMethod).parse(answer);
}

export function readDevices(answer: unknown): Device[] {
  return z.array(Device).parse(answer);
}

const Revocable = z.array(z.object({ id: z.string(), token: z.string() }));

/** Tokens by session id, for the moment in which sessions are ended. */
export function readTokens(answer: unknown): Map<string, string> {
  return new Map(Revocable.parse(answer).map(({ id, token }) => [id, token]));
}

const Enrolment = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });
export type Enrolment = z.infer<typeof Enrolment>;

export function readEnrolment(answer: unknown): Enrolment {
  return Enrolment.parse(answer);
}

export function readBackupCodes(answer: unknown): string[] {
  return Enrolment.pick({ backupCodes: true }).parse(answer).backupCodes;
}

export const accountKey = ["account"] as const;
export const meKey = [...accountKey, "me"] as const;
export const methodsKey = [...accountKey, "methods"] as const;
export const devicesKey = [...accountKey, "devices"] as const;
