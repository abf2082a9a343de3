import { createHmac } from "node:crypto";
import * as z from "zod";
import { env } from "#lib/server/env.ts";
import { WebUrl } from "#lib/shared/fields.ts";
import { fittingName } from "../display-name.ts";

/** What every provider's profile is reduced to; nothing else of it is kept. */
export interface ProviderProfile {
  /** The provider's own id of the person. */
  subject: string;
  name: string;
  /** Only an address that the provider vouches for: any other would be a claim to somebody's account. */
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
 * The address of an account without one. It depends on the person alone, so that sign-ins at the same moment meet at
 * the unique index, and nobody else can know it beforehand.
 */
export function placeholderEmail(provider: string, subject: string): string {
  const digest = createHmac("sha256", env().BETTER_AUTH_SECRET)
    .update(`${provider}:${subject}`)
    .digest("hex");
  return `${digest.slice(0, 32)}@${provider}.invalid`;
}
