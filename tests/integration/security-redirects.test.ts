// @alone: sets the environment, which the service reads once
import { describe, expect, test } from "vitest";
import * as complete from "#app/api/mobile-auth/oauth/complete/route.ts";
import * as start from "#app/api/mobile-auth/oauth/start/route.ts";
import { startOpenIdProvider } from "#tests/doubles/openid-provider.ts";
import {
  type Answer,
  authApi,
  newPerson,
  ORIGIN,
  signUpAndVerify,
  signUpPerson,
} from "#tests/helpers/auth-api.ts";
import { mailsTo, useMailbox } from "#tests/helpers/mailbox.ts";

const client = { clientId: "web", clientSecret: "secret-of-the-web-client" };
const provider = await startOpenIdProvider({
  ...client,
  redirectUri: `${ORIGIN}/api/auth/callback/idp-primary`,
});
Object.assign(process.env, {
  PRIMARY_OAUTH_CLIENT_ID: client.clientId,
  PRIMARY_OAUTH_CLIENT_SECRET: client.clientSecret,
  PRIMARY_OAUTH_ISSUER: provider.issuer,
});

useMailbox();

/** Addresses of other sites in forms that checks of redirects often let through. */
const ELSEWHERE = [
  "https://evil.example",
  "https://evil.example/api/auth",
  "//evil.example",
  "///evil.example",
  "////evil.example/%2e%2e",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "/..//evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/%2e%2e//evil.example",
  "/%2f/evil.example",
  "/%5cevil.example",
  "/%09/evil.example",
  "https:evil.example",
  "https:/evil.example",
  "https:\\\\evil.example",
  "HTTPS://EVIL.EXAMPLE",
  "http://localhost:3000@evil.example",
  "http://localhost:3000%2f@evil.example",
  "http://localhost:3000\\@evil.example",
  "http://localhost:3000.evil.example",
  "http://localhost:3001.evil.example#http://localhost:3000",
  "http://evil.example?http://localhost:3000",
  "http://localhost:3000:80@evil.example",
  "https://evil\u3002example",
  "https://ⓔⓥⓘⓛ.ⓔⓧⓐⓜⓟⓛⓔ",
  "／／evil.example",
  "/\u2028/evil.example",
  "javascript:alert(document.domain)",
  "JaVaScRiPt:alert(1)//localhost:3000",
  "java\tscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:http://localhost:3000/x",
  "app.evil://auth/callback",
  "app:evil.example",
  "/x\r\nlocation: https://evil.example",
];

/**
 * Whether a browser that is sent to this address from one of our pages stays at the service, the app or the provider.
 */
function isHome(place: string): boolean {
  if (!URL.canParse(place, ORIGIN)) return true;
  const { origin, protocol, hostname } = new URL(place, ORIGIN);
  return origin === ORIGIN || protocol === "app:" || hostname === new URL(provider.url).hostname;
}

function expectHome({ status, headers, body }: Answer, what: string): void {
  expect(status, what).toBeLessThan(500);
  const location = headers.get("location");
  if (location !== null) expect(isHome(location), `${what}: ${location}`).toBe(true);
  const url = typeof body === "object" && body !== null && "url" in body ? String(body.url) : null;
  if (url !== null) expect(isHome(url), `${what}: ${url}`).toBe(true);
}

type Ask = (place: string) => Promise<Answer>;

/** All parameters of authentication that name the address to continue at. */
const ASKS: [string, () => Promise<Ask>][] = [
  ...["callbackURL", "errorCallbackURL", "newUserCallbackURL"].map((name): [string, () => Promise<Ask>] => [
    `sign-in/social ${name}`,
    async () => (place) =>
      authApi().post("/sign-in/social", { provider: "idp-primary", [name]: place }, { origin: ORIGIN }),
  ]),
  [
    "sign-in/email callbackURL",
    async () => {
      const person = await signUpAndVerify();
      return (callbackURL) => authApi().post("/sign-in/email", { ...person, callbackURL });
    },
  ],
  [
    "sign-up/email callbackURL",
    async () => (callbackURL) => authApi().post("/sign-up/email", { ...newPerson(), callbackURL }),
  ],
  [
    "change-email callbackURL",
    async () => {
      const { token } = await signUpAndVerify();
      const headers = { authorization: `Bearer ${token}` };
      return (callbackURL) =>
        authApi().post("/change-email", { newEmail: newPerson().email, callbackURL }, headers);
    },
  ],
  [
    "reset-password/:token callbackURL",
    async () => (place) =>
      authApi().get(`/reset-password/unknown?${new URLSearchParams({ callbackURL: place }).toString()}`),
  ],
  [
    "verify-email callbackURL",
    async () => (place) =>
      authApi().get(
        `/verify-email?${new URLSearchParams({ token: "x.y.z", callbackURL: place }).toString()}`,
      ),
  ],
];

describe.each(ASKS)("%s", (_, open) => {
  test("leads nowhere else, however the place is written", async () => {
    const ask = await open();
    for (const place of ELSEWHERE) expectHome(await ask(place), JSON.stringify(place));
  });

  test("leads to a page of ours", async () => {
    const { status } = await (await open())("/trips?from=here");
    expect([200, 302]).toContain(status);
  });
});

test("a mailed link leads to a page of ours, wherever whoever asked for it wanted to go", async () => {
  const { email } = await signUpPerson();
  for (const redirectTo of ELSEWHERE) {
    const before = mailsTo(email).length;
    const answer = await authApi().post("/request-password-reset", { email, redirectTo });
    const link = mailsTo(email).slice(before).at(-1)?.link;
    if (link === undefined || link === null) {
      expect(answer.status, redirectTo).toBeGreaterThanOrEqual(400);
      continue;
    }
    const url = new URL(link);
    expect(url.origin, redirectTo).toBe(ORIGIN);
    expect(isHome(url.searchParams.get("callbackURL") ?? ""), link).toBe(true);
    expectHome(await authApi().get(`${url.pathname.slice("/api/auth".length)}${url.search}`), link);
  }
});

test("the mobile bridge leads to the provider or the app, whatever else is asked", async () => {
  for (const place of ELSEWHERE) {
    const more = { callbackURL: place, next: place, redirect_uri: place, redirect: place, url: place };
    for (const [path, { GET }] of [
      ["start", start],
      ["complete", complete],
    ] as const) {
      const query = new URLSearchParams({ ...more, provider: path === "start" ? "idp-primary" : place });
      const url = `${ORIGIN}/api/mobile-auth/oauth/${path}?${query.toString()}`;
      const response = await GET(new Request(url));
      const location = response.headers.get("location") ?? "";
      expect(isHome(location), `${path} ${JSON.stringify(place)}: ${location}`).toBe(true);
      const returnTo = new URL(location, ORIGIN).searchParams.get("redirect_uri");
      if (returnTo !== null) expect(returnTo).toBe(`${ORIGIN}/api/auth/callback/idp-primary`);
    }
  }
});
