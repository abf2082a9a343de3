// @alone: sets the environment, which the service reads once
import { v7 as uuidv7 } from "uuid";
import { afterAll, expect, test } from "vitest";
import { type Lie, startLyingProvider } from "#tests/doubles/lying-provider.ts";
import { authApi, ORIGIN } from "#tests/helpers/auth-api.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";
import { cookiesOf } from "#tests/helpers/provider-walk.ts";

const clientId = "web";
const sub = uuidv7();
const email = `${sub}@people.test`;
const provider = await startLyingProvider({ clientId, sub });
Object.assign(process.env, {
  PRIMARY_OAUTH_CLIENT_ID: clientId,
  PRIMARY_OAUTH_CLIENT_SECRET: "secret-of-the-web-client",
  PRIMARY_OAUTH_ISSUER: provider.url,
});

useMailbox();
afterAll(() => provider.stop());

const NOW = Math.floor(Date.now() / 1000);

/** Signs in with a wrong token, and returns the address that it leads to and whether anybody is signed in. */
async function signInWith(lie: Lie): Promise<{ location: string; isSignedIn: boolean }> {
  const start = await authApi().post("/sign-in/social", { provider: "idp-primary" }, { origin: ORIGIN });
  const page = new URL(Object(start.body).url);
  provider.tell(page, lie);
  const query = new URLSearchParams({ code: "code", state: page.searchParams.get("state") ?? "" });
  const headers = { cookie: cookiesOf(start.headers) };
  const callback = await authApi().get(`/callback/idp-primary?${query.toString()}`, headers);
  const isSignedIn = callback.headers.getSetCookie().some((line) => /session_token=[^;]/.test(line));
  return { location: callback.headers.get("location") ?? "", isSignedIn };
}

test.each<[string, Lie]>([
  ["signed by another's key", { signedBy: "another" }],
  ["signed by nobody", { signedBy: "nobody" }],
  ["signed by the provider's public key, as if it were a secret", { signedBy: "public key" }],
  ["for another client", { claims: { aud: "somebody-else" } }],
  ["of another provider", { claims: { iss: "https://evil.example" } }],
  ["of another sign-in", { claims: { nonce: "of-another-sign-in" } }],
  ["of no sign-in", { claims: { nonce: undefined } }],
  ["that has expired", { claims: { iat: NOW - 7200, exp: NOW - 3600 } }],
  ["of nobody", { claims: { sub: undefined } }],
])("an ID token %s signs nobody in", async (_, lie) => {
  const { location, isSignedIn } = await signInWith(lie);
  expect(location).toMatch(/\/sign-in\?error=/);
  expect(isSignedIn).toBe(false);
  expect(await userRow(email)).toBeUndefined();
});

test("a good one does, so that the others are refused for their fault alone", async () => {
  const { location, isSignedIn } = await signInWith({});
  expect({ location, isSignedIn }).toEqual({ location: ORIGIN, isSignedIn: true });
  expect(await userRow(email)).toBeDefined();
});
