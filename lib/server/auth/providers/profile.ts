import { createHmac } from "node:crypto";
import * as z from "zod";
import { env } from "#lib/server/env/env.ts";
import { WebUrl } from "#lib/shared/fields.ts";
import { fittingName } from "../display-name.ts";

/** The fields that the service uses of a provider's profile; it stores no other field. */
export interface ProviderProfile {
  /** The provider's own id of the user. */
  subject: string;
  name: string;
  /** The address, if the provider has verified it; otherwise null, because the address could be somebody else's. */
  email: string | null;
  picture: string | null;
}

const Vouched = z.email().max(254).toLowerCase();

export function providerProfile(claims: {
  subject: string;
  name?: unknown;
  email?: unknown;
  isEmailVerified?: boolean;
  picture?: unknown;
}): ProviderProfile {
  return {
    subject: claims.subject,
    name: fittingName(claims.name),
    email: claims.isEmailVerified ? (Vouched.safeParse(claims.email).data ?? null) : null,
    picture: WebUrl.safeParse(claims.picture).data ?? null,
  };
}

/**
 * Returns the e-mail address of an account without one. It depends on the user only, so that of two sign-ins at the
 * same moment one fails at the unique index, and nobody else can know the address in advance.
 */
export function placeholderEmail(provider: string, subject: string): string {
  const digest = createHmac("sha256", env().BETTER_AUTH_SECRET)
    .update(`${provider}:${subject}`)
    .digest("hex");
  return `${digest.slice(0, 32)}@${provider}.invalid`;
}
