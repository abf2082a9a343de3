import * as z from "zod";
import { type OpenIdProvider, startOpenIdProvider } from "#tests/doubles/openid-provider.ts";
import { type QrProvider, startQrProvider } from "#tests/doubles/qr-provider.ts";
import { type AppPerson, signUp } from "#tests/helpers/app-client.ts";
import { type App, startApp } from "#tests/helpers/app.ts";
import { totp } from "#tests/helpers/totp.ts";
import { ADDRESS_HEADER } from "./addresses.ts";
import { unusedPort } from "#tests/helpers/ports.ts";

export interface SignInService {
  app: App;
  openId: OpenIdProvider;
  qr: QrProvider;
  stop(): Promise<void>;
}

/** Starts a service with both identity providers. */
export async function startSignInService(
  more: Readonly<Record<string, string>> = {},
): Promise<SignInService> {
  const port = await unusedPort("::");
  const client = { clientId: "web", clientSecret: "secret-of-the-web-client" };
  const redirectUri = `http://localhost:${port}/api/auth/callback/idp-primary`;
  const [openId, qr] = await Promise.all([
    startOpenIdProvider({ ...client, redirectUri }),
    startQrProvider(),
  ]);
  const app = await startApp({
    env: {
      PORT: String(port),
      CLIENT_IP_HEADER: ADDRESS_HEADER,
      PRIMARY_OAUTH_CLIENT_ID: client.clientId,
      PRIMARY_OAUTH_CLIENT_SECRET: client.clientSecret,
      PRIMARY_OAUTH_ISSUER: openId.issuer,
      PRIMARY_OAUTH_NAME: "Harbor ID",
      WEB_QR_APP_ID: qr.appId,
      WEB_QR_APP_SECRET: qr.appSecret,
      WEB_QR_AUTHORIZATION_URL: qr.authorizationUrl,
      WEB_QR_TOKEN_URL: qr.tokenUrl,
      WEB_QR_USERINFO_URL: qr.userinfoUrl,
      WEB_QR_NAME: "Lantern",
      ...more,
    },
  });
  return {
    app,
    openId,
    qr,
    async stop() {
      await Promise.all([app.stop(), openId.stop(), qr.stop()]);
    },
  };
}

const Made = z.object({ id: z.string() });
const Invite = z.object({ token: z.string() });
const Factor = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });

/** Returns the path of an invite to a new trip. */
export async function newInvite(owner: AppPerson, title: string): Promise<string> {
  const trip = Made.parse((await owner.call("POST", "/api/trips", { title })).body);
  const made = await owner.call("POST", `/api/trips/${trip.id}/invites`, { role: "editor" });
  return `/invite/${Invite.parse(made.body).token}`;
}

/** Signs up a person with a second factor. */
export async function signUpWithTwoFactor(app: App) {
  const person = await signUp(app);
  const { password } = person;
  const enabled = await person.call("POST", "/api/auth/two-factor/enable", { password });
  const { totpURI, backupCodes } = Factor.parse(enabled.body);
  await person.call("POST", "/api/auth/two-factor/verify-totp", { code: totp(totpURI) });
  return { ...person, backupCodes, code: () => totp(totpURI) };
}

/** Returns the code or link of the next e-mail to an address. */
export async function nextMailedSecret(app: App, email: string, from: number): Promise<string> {
  const [, secret = ""] = await app.untilLogged(new RegExp(`To: ${email}[^]*?(?:Code|Link): (\\S+)`), from);
  return secret;
}
