// @long: providers over HTTP; integration/auth-providers has the rules
import { afterEach, describe, expect, test } from "vitest";
import { newOpenIdPerson } from "#tests/doubles/openid-provider.ts";
import { newQrPerson } from "#tests/doubles/qr-provider.ts";
import { openId, qr } from "./doubles.ts";
import { WEB_ORIGIN } from "./global-service.ts";
import { BrowserClient, serviceUrl, textAt } from "./http-client.ts";
import { signInWith, startSignIn, visit } from "./oauth.ts";
import { addSecondFactor, newNativePerson, sessionOf, signUpPerson } from "./people.ts";
import { query } from "./rows.ts";

const SVG = /^data:image\/svg\+xml/;

afterEach(async () => {
  await openId.trouble(null);
  await qr.trouble(null);
});

/** Returns the shared profile of the person who is signed in in a browser. */
async function profileOf(browser: BrowserClient) {
  const answer = await sessionOf(browser);
  return {
    name: textAt(answer, "user", "name"),
    email: textAt(answer, "user", "email"),
    image: textAt(answer, "user", "image"),
  };
}

test("Endpoints › GET /callback/{provider}: completes OAuth and redirects the browser to the `callbackURL` given when sign-in started", async () => {
  await openId.signInAs(newOpenIdPerson());
  const browser = new BrowserClient();
  const callbackURL = `${serviceUrl()}/invite/abc?x=1&y=2`;
  const { callback } = await signInWith("idp-primary", browser, { callbackURL });
  expect(callback).toMatchObject({ status: 302 });
  expect(callback?.headers.get("location")).toBe(callbackURL);
  expect((await sessionOf(browser)).body).toMatchObject({ user: { emailVerified: true } });
});

test("Endpoints › GET /callback/{provider}: if none was given, it defaults to the API base address", async () => {
  await openId.signInAs(newOpenIdPerson());
  const { callback } = await signInWith("idp-primary", new BrowserClient());
  expect(callback?.status).toBe(302);
  expect(callback?.headers.get("location")?.replace(/\/$/, "")).toBe(serviceUrl().replace(/\/$/, ""));
});

test("Endpoints › GET /callback/{provider}: without the state that sign-in left in the browser, no session begins", async () => {
  await openId.signInAs(newOpenIdPerson());
  const started = await startSignIn("idp-primary", new BrowserClient());
  const victim = new BrowserClient();
  const { callback } = await visit(victim, textAt(started, "url"));
  expect(callback?.status).toBe(302);
  expect(callback?.headers.get("location")).toContain("error=");
  expect((await sessionOf(victim)).body).toBeNull();
});

test("Provider ids › `idp-primary`: signs the same person in again as the same user", async () => {
  const person = newOpenIdPerson();
  await openId.signInAs(person);
  const [first, second] = [new BrowserClient(), new BrowserClient()];
  await signInWith("idp-primary", first);
  await signInWith("idp-primary", second);
  const id = textAt(await sessionOf(first), "user", "id");
  expect(textAt(await sessionOf(second), "user", "id")).toBe(id);
  expect(await query("select account_id, provider_id from accounts where user_id = $1", [id])).toEqual([
    { account_id: person.sub, provider_id: "idp-primary" },
  ]);
});

test("Provider ids › `idp-qr`: signs in by web QR; a union id is the account, the same for both credentials", async () => {
  const person = newQrPerson({ unionid: `u-${Math.random()}` });
  await qr.signInAs(person);
  const [first, second] = [new BrowserClient(), new BrowserClient()];
  const { callback } = await signInWith("idp-qr", first);
  expect(callback?.status).toBe(302);
  await signInWith("idp-qr", second);
  const id = textAt(await sessionOf(first), "user", "id");
  expect(textAt(await sessionOf(second), "user", "id")).toBe(id);
  expect(await query("select account_id, provider_id from accounts where user_id = $1", [id])).toEqual([
    { account_id: person.unionid, provider_id: "idp-qr" },
  ]);
});

test("Authentication › 5: redirect address `{base_url}/api/auth/callback/{provider}`", async () => {
  for (const provider of ["idp-primary", "idp-qr"] as const) {
    const started = await startSignIn(provider, new BrowserClient());
    const redirect = new URL(textAt(started, "url")).searchParams.get("redirect_uri");
    expect(redirect).toBe(`${serviceUrl().replace(/\/$/, "")}/api/auth/callback/${provider}`);
  }
});

test("Authentication › 5: the web client's location (origin, path, query) is taken as callback URL, one of a stranger is not", async () => {
  await openId.signInAs(newOpenIdPerson());
  const callbackURL = `${WEB_ORIGIN}/invite/token?from=mail`;
  const browser = new BrowserClient({ origin: WEB_ORIGIN });
  const { callback } = await signInWith("idp-primary", browser, { callbackURL });
  expect(callback?.headers.get("location")).toBe(callbackURL);
  const evil = await new BrowserClient().post("/api/auth/sign-in/social", {
    provider: "idp-primary",
    callbackURL: "https://evil.example/",
  });
  expect(evil).toMatchObject({ status: 403, body: { code: "INVALID_CALLBACK_URL" } });
});

describe("Authentication › 5: profiles are normalized to one shared profile shape (name, email, picture)", () => {
  test("from `idp-primary`", async () => {
    const person = newOpenIdPerson();
    await openId.signInAs(person);
    const browser = new BrowserClient();
    await signInWith("idp-primary", browser);
    expect(await profileOf(browser)).toEqual({
      name: person.name,
      email: person.email,
      image: person.picture,
    });
  });

  test("from `idp-qr`, which tells no address", async () => {
    const person = newQrPerson();
    await qr.signInAs(person);
    const browser = new BrowserClient();
    await signInWith("idp-qr", browser);
    const profile = await profileOf(browser);
    expect(profile).toMatchObject({ name: person.nickname, image: person.headimgurl });
    expect((await sessionOf(browser)).body).toMatchObject({ user: { emailVerified: false } });
  });

  test("without a picture the image is made from the user id, without a name there is one, and a long one is cut", async () => {
    const { picture: _, name: __, ...bare } = newOpenIdPerson();
    await openId.signInAs(bare);
    const unnamed = new BrowserClient();
    await signInWith("idp-primary", unnamed);
    const profile = await profileOf(unnamed);
    expect(profile.image).toMatch(SVG);
    expect(profile.name.length).toBeGreaterThan(0);
    await openId.signInAs(newOpenIdPerson({ name: "n".repeat(90) }));
    const long = new BrowserClient();
    await signInWith("idp-primary", long);
    expect((await profileOf(long)).name).toBe("n".repeat(64));
  });
});

test("Authentication › 5: a verified address at the provider signs in the verified account that has it", async () => {
  const person = await newNativePerson();
  await openId.signInAs(newOpenIdPerson({ email: person.email }));
  const browser = new BrowserClient();
  await signInWith("idp-primary", browser);
  expect((await sessionOf(browser)).body).toMatchObject({ user: { id: person.id } });
});

test.each([
  ["verified here, not at the provider", newNativePerson, false],
  ["verified nowhere", signUpPerson, false],
  ["verified at the provider, not here", signUpPerson, true],
] as const)(
  "Authentication › 5: an address that is %s takes over no account",
  async (_, newAccount, email_verified) => {
    const { email, password } = await newAccount();
    await openId.signInAs(newOpenIdPerson({ email, email_verified }));
    const browser = new BrowserClient();
    await signInWith("idp-primary", browser, { errorCallbackURL: "/sign-in" });
    const session = await sessionOf(browser);
    const rows = await query<{ id: string }>("select id from users where email = $1", [email]);
    if (session.body === null || textAt(session, "user", "id") !== rows[0]?.id) return;
    // A person who proves the address at the provider may get the account, but the person who signed up with the
    // address must lose access.
    expect(email_verified).toBe(true);
    const intruder = await new BrowserClient().post("/api/auth/sign-in/email", { email, password });
    expect(intruder.status).toBe(401);
  },
);

test("Authentication › 5: a person without an address at the provider has an account of their own, with no verified one", async () => {
  await openId.signInAs({ sub: `nobody-${Math.random()}`, name: "Nobody" });
  const browser = new BrowserClient();
  await signInWith("idp-primary", browser);
  expect((await sessionOf(browser)).body).toMatchObject({ user: { name: "Nobody", emailVerified: false } });
});

test.each(["idp-primary", "idp-qr"] as const)(
  "Authentication › 5: a refusal at %s comes back to the page that was named, with an error and no session",
  async (provider) => {
    await openId.signInAs(null);
    await qr.signInAs(null);
    const browser = new BrowserClient();
    const { callback } = await signInWith(provider, browser, {
      errorCallbackURL: `${serviceUrl()}/sign-in`,
    });
    const location = new URL(callback?.headers.get("location") ?? "");
    expect(location.pathname).toBe("/sign-in");
    expect(location.searchParams.get("error")).toMatch(/^\w+$/);
    expect((await sessionOf(browser)).body).toBeNull();
  },
);

test("Authentication › 5: a provider in trouble leads to an error, never to a session or a page of its own making", async () => {
  await openId.signInAs(newOpenIdPerson());
  await qr.signInAs(newQrPerson());
  for (const [provider, double] of [
    ["idp-primary", openId],
    ["idp-qr", qr],
  ] as const) {
    for (const trouble of ["error", "garbage", "gone"] as const) {
      await double.trouble(trouble);
      const browser = new BrowserClient();
      const { callback } = await signInWith(provider, browser, { errorCallbackURL: "/sign-in" });
      expect(callback?.status, `${provider} ${trouble}`).toBe(302);
      expect(callback?.headers.get("location"), `${provider} ${trouble}`).toContain("error=");
      expect((await sessionOf(browser)).body).toBeNull();
    }
  }
});

test("Authentication › 5: a person with a second factor has no session after the callback", async () => {
  const person = await newNativePerson();
  const factor = await addSecondFactor(person);
  await openId.signInAs(newOpenIdPerson({ email: person.email }));
  const browser = new BrowserClient();
  await signInWith("idp-primary", browser, { callbackURL: `${serviceUrl()}/trips` });
  expect((await sessionOf(browser)).body).toBeNull();
  const verified = await browser.post("/api/auth/two-factor/verify-totp", { code: factor.code() });
  expect(verified.status).toBe(200);
  expect((await sessionOf(browser)).body).toMatchObject({ user: { id: person.id } });
});
