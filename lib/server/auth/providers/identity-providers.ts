import type { AuthContext, BetterAuthPlugin } from "better-auth";
import { genericOAuth, type GenericOAuthConfig } from "better-auth/plugins/generic-oauth";
import { env } from "#lib/server/env/env.ts";
import { log } from "#lib/server/http/log.ts";
import type { PendingSignUps } from "../pending-sign-up.ts";
import { dropForeignIssuer, refuseForeignIssuer } from "./foreign-issuer.ts";
import { PRIMARY_PROVIDER_ID, primaryConfig, primaryProfile } from "./primary.ts";
import { placeholderEmail, type ProviderProfile } from "./profile.ts";
import { QR_PROVIDER_ID, qrConfig, qrProfile } from "./qr.ts";
import { findProviderAccount } from "./union-id.ts";

/**
 * The longest wait for the provider's discovery document. Later the document is requested again when somebody signs in.
 */
const DISCOVERY_MS = 3000;

/** Returns the plugins for sign-in by the configured identity providers. */
export function identityProviders(signUps: PendingSignUps): BetterAuthPlugin {
  let rows: AuthContext["internalAdapter"] | undefined;

  function internalAdapter(): AuthContext["internalAdapter"] {
    if (!rows) throw new Error("The identity providers are used before their start.");
    return rows;
  }

  const config = env();
  const configs = [
    withProfile(primaryConfig(config), (claims) => fromPrimary(internalAdapter(), signUps, claims)),
    withProfile(
      qrConfig(config, (identity) => findProviderAccount(internalAdapter(), QR_PROVIDER_ID, identity)),
      fromQr,
    ),
  ].filter((one) => one !== null);
  const plugin = genericOAuth({ config: configs });
  const later = (context: object) => askAgain(context, configs);
  return {
    ...plugin,
    hooks: { before: [...plugin.hooks.before, refuseForeignIssuer(later)] },
    async init(context) {
      rows = context.internalAdapter;
      const late = new Promise<null>((resolve) => setTimeout(resolve, DISCOVERY_MS, null).unref());
      const ready = await Promise.race([plugin.init(context), late]);
      if (ready) {
        if (dropForeignIssuer(ready.context)) askAgain(ready.context, configs);
        return ready;
      }
      // The plugin's own form for a provider whose document is unknown: the plugin requests it again when somebody
      // signs in.
      const pending = new Map(configs.map((one) => [one.providerId, one]));
      return { context: { socialProviders: context.socialProviders, genericOAuthPendingDiscovery: pending } };
    },
  };
}

/** Makes the plugin request the provider's document again, by a list in its context that its types do not contain. */
function askAgain(context: object, configs: readonly GenericOAuthConfig[]): void {
  const config = configs.find(({ providerId }) => providerId === PRIMARY_PROVIDER_ID);
  if (!config || !("genericOAuthPendingDiscovery" in context)) return;
  const pending = context.genericOAuthPendingDiscovery;
  if (pending instanceof Map) pending.set(PRIMARY_PROVIDER_ID, config);
}

type Profiled = ProviderProfile & { provider: string };
type ToUser = (claims: unknown) => Profiled | Promise<Profiled>;

function withProfile(config: GenericOAuthConfig | null, toProfile: ToUser): GenericOAuthConfig | null {
  if (!config) return null;
  return {
    ...config,
    async mapProfileToUser(claims) {
      try {
        const { provider, subject, name, email, picture } = await toProfile(claims);
        return {
          name,
          email: email ?? placeholderEmail(provider, subject),
          emailVerified: email !== null,
          image: picture ?? undefined,
        };
      } catch (error) {
        // Without an address better-auth refuses the sign-in with its own error; a throw would end in an empty 500.
        log().warn({ err: error }, `auth: a profile of ${config.providerId} could not be used`);
        return { email: null };
      }
    },
  };
}

async function fromPrimary(rows: AuthContext["internalAdapter"], signUps: PendingSignUps, claims: unknown) {
  const profile = primaryProfile(claims);
  await claimAddress(rows, signUps, profile);
  return { ...profile, provider: PRIMARY_PROVIDER_ID };
}

function fromQr(claims: unknown) {
  const profile = qrProfile(claims);
  return { ...profile, provider: QR_PROVIDER_ID, subject: profile.openId };
}

/**
 * Gives an account whose address was never verified to the user for whom a provider has verified that address. Whoever
 * signed up with the address proved nothing, so password and name are removed.
 */
async function claimAddress(
  rows: AuthContext["internalAdapter"],
  signUps: PendingSignUps,
  { subject, email, name, picture }: ProviderProfile,
): Promise<void> {
  if (email === null) return;
  const [known, found] = await Promise.all([
    rows.findAccountByKey({ providerId: PRIMARY_PROVIDER_ID, accountId: subject }),
    rows.findUserByEmail(email),
  ]);
  if (known || !found || found.user.emailVerified) return;
  await signUps.verify({ internalAdapter: rows }, found.user, null);
  await rows.updateUser(found.user.id, { name, ...(picture ? { image: picture } : {}) });
}
