import type { GenericOAuthConfig } from "better-auth/plugins/generic-oauth";
import * as z from "zod";
import type { Env } from "#lib/server/env/env.ts";
import { log } from "#lib/server/http/log.ts";
import { askProvider, ProviderUnavailable } from "./ask-provider.ts";
import { providerProfile, type ProviderProfile } from "./profile.ts";
import type { UnionIdentity } from "./union-id.ts";

export const QR_PROVIDER_ID = "idp-qr";

const Name = z.string().min(1).max(255);
const Tokens = z.object({ access_token: z.string().min(1), openid: Name, unionid: Name.optional() });
const Granted = Tokens.pick({ openid: true, unionid: true });
const UserInfo = z.object({
  openid: Name,
  unionid: Name.optional(),
  nickname: z.unknown().optional(),
  headimgurl: z.unknown().optional(),
});

/**
 * Returns the configuration of the sign-in by a QR code, or null without its credentials. It is OAuth with other
 * parameter names and without an e-mail address.
 */
export function qrConfig(
  config: Env,
  findAccount: (identity: UnionIdentity) => Promise<{ accountId: string } | null>,
): GenericOAuthConfig | null {
  const { WEB_QR_APP_ID: appid, WEB_QR_APP_SECRET: secret } = config;
  if (!appid || !secret) return null;
  return {
    providerId: QR_PROVIDER_ID,
    clientId: appid,
    // The provider's page requires the fragment.
    authorizationUrl: `${config.WEB_QR_AUTHORIZATION_URL}#wechat_redirect`,
    authorizationUrlParams: { appid },
    scopes: ["snsapi_login"],
    pkce: false,
    async getToken({ code }) {
      const query = { appid, secret, code, grant_type: "authorization_code" };
      const tokens = checked(Tokens, await askProvider(config.WEB_QR_TOKEN_URL, query));
      return { accessToken: tokens.access_token, raw: { openid: tokens.openid, unionid: tokens.unionid } };
    },
    async getUserInfo({ accessToken = "", raw }) {
      try {
        return { ...(await userInfo(config.WEB_QR_USERINFO_URL, accessToken, raw)), emailVerified: false };
      } catch (error) {
        // With null better-auth shows the user that the profile could not be read; a throw would end in an empty 500.
        log().warn({ err: error }, "auth: the profile of a person who signs in by code could not be read");
        return null;
      }
    },
    async accountSubject({ profile }) {
      const identity = qrProfile(profile);
      return (await findAccount(identity))?.accountId ?? identity.subject;
    },
  };
}

async function userInfo(
  url: string,
  accessToken: string,
  granted: unknown,
): Promise<z.infer<typeof UserInfo>> {
  const { openid, unionid } = Granted.parse(granted);
  const info = checked(UserInfo, await askProvider(url, { access_token: accessToken, openid }));
  // The user of the code decides, so a profile of another user is refused.
  if (info.openid !== openid)
    throw new ProviderUnavailable("The sign-in provider answered for another person.");
  return { ...info, unionid: info.unionid ?? unionid };
}

/** Returns the profile; its subject is the union id, or else the open id. */
export function qrProfile(profile: unknown): ProviderProfile & UnionIdentity {
  const { openid, unionid, nickname, headimgurl } = UserInfo.parse(profile);
  const shared = providerProfile({ subject: unionid ?? openid, name: nickname, picture: headimgurl });
  return { ...shared, openId: openid };
}

function checked<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const refusal = z.object({ errcode: z.number() }).safeParse(answer);
  const why = refusal.success
    ? `refused with code ${refusal.data.errcode}`
    : "sent an answer of another form";
  throw new ProviderUnavailable(`The sign-in provider ${why}.`);
}
