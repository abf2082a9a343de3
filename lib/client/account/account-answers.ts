import * as z from "zod";

/*
 * The answers of better-auth that the account page reads. They have more fields, among them session tokens; these
 * schemas drop those fields.
 */

const Me = z.object({
  user: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    /** The field is false only for an address that an identity provider gave and did not verify. */
    emailVerified: z.boolean(),
    image: z.string().nullable(),
    defaultCurrency: z.string(),
    twoFactorEnabled: z.boolean(),
  }),
  session: z.object({ id: z.string() }),
});
export type Me = z.infer<typeof Me>;
export type AccountUser = Me["user"];

/** A sign-in method is a password (`credential`) or an identity at a provider. */
const SignInMethod = z.object({
  id: z.string(),
  providerId: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SignInMethod = z.infer<typeof SignInMethod>;

/** A device is a session of the account, without the session's token. */
const Device = z.object({
  id: z.string(),
  userAgent: z.string().nullish(),
  ipAddress: z.string().nullish(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Device = z.infer<typeof Device>;

/** Returns null when nobody is signed in any more. */
export function readMe(answer: unknown): Me | null {
  return Me.nullable().parse(answer);
}

export function readSignInMethods(answer: unknown): SignInMethod[] {
  return z.array(SignInMethod).parse(answer);
}

export function readDevices(answer: unknown): Device[] {
  return z.array(Device).parse(answer);
}

const Revocable = z.array(z.object({ id: z.string(), token: z.string() }));

/** Returns the session tokens by session id. A caller uses them only to end the sessions. */
export function readSessionTokens(answer: unknown): Map<string, string> {
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
export const signInMethodsKey = [...accountKey, "methods"] as const;
export const devicesKey = [...accountKey, "devices"] as const;
