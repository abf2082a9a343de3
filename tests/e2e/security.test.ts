import { type APIResponse, type BrowserContext, expect, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { complaintsOf } from "./complaints.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { DATA, FILE, PAGE } from "./expected-headers.ts";
import { type LivedInTrip, livedInTrip } from "./lived-in-trip.ts";
import { translatorOf } from "./messages.ts";

let signedIn: BrowserContext;
let signedOut: BrowserContext;
let owner: Person;
let lived: LivedInTrip;

test.beforeAll(async ({ browser }) => {
  const options = { ...DEVICES.desktop, baseURL: appUrl() };
  signedIn = await browser.newContext(options);
  signedOut = await browser.newContext(options);
  owner = await signInNewPerson(signedIn, "Ann Lee");
  const elsewhere = await browser.newContext();
  lived = await livedInTrip(owner, await signInNewPerson(elsewhere, "Ben Okri"));
  await elsewhere.close();
});

test.afterAll(async () => {
  await signedIn.close();
  await signedOut.close();
  await closeDatabases();
});

test.describe("under the policy", () => {
  test("a dialog holds the page still", async () => {
    const page = await signedIn.newPage();
    const complaints = await complaintsOf(page);
    await page.goto("/trips");
    await page.getByRole("button", { name: translatorOf("en")("trips.new") }).click();
    await expect(page.locator("body")).toHaveCSS("overflow", "hidden");
    expect(complaints).toEqual([]);
    await page.close();
  });
});

test.describe("code that somebody writes into a trip", () => {
  const HTML = "<img src=x onerror=\"window.ran='title'\"><script>window.ran='title'</script>";

  test("is text: in titles, names and notes", async () => {
    const { data: trip } = await call(tripsApi.create, { body: { title: HTML } }, as(owner));
    const stop = { dayId: null, name: HTML, notes: HTML };
    await call(stopsApi.create, { params: { tripId: trip.id }, body: stop }, as(owner));
    const page = await signedIn.newPage();
    const complaints = await complaintsOf(page);
    for (const path of [`/trips/${trip.id}`, `/trips/${trip.id}?view=activity`, "/trips"]) {
      await page.goto(path);
      await expect(page.getByText(HTML).first()).toBeVisible();
      expect(await page.evaluate(() => "ran" in window)).toBe(false);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("would not run even where it got into the page", async () => {
    const page = await signedOut.newPage();
    const complaints = await complaintsOf(page);
    await page.goto("/");
    await page.evaluate((html) => {
      document.body.insertAdjacentHTML("beforeend", html);
      document.body.insertAdjacentHTML("beforeend", '<a href="javascript:window.ran=1">');
      document.querySelector<HTMLElement>("[href^=javascript]")?.click();
    }, HTML);
    const refused = () => complaints.filter((line) => / refused /.test(line)).toSorted();
    const tried = ["script-src-attr", "script-src-elem"];
    await expect.poll(refused).toEqual(tried.map((part) => expect.stringMatching(`^${part} refused inline`)));
    expect(await page.evaluate(() => "ran" in window)).toBe(false);
    await page.close();
  });
});

test.describe("every answer carries its headers", () => {
  test("pages each their own nonce, which all their scripts have", async () => {
    const nonces = new Set<string>();
    for (const path of ["/", "/sign-in", "/api-docs", "/nowhere", "/icons/nowhere.png", "/"]) {
      const response = await signedOut.request.get(path);
      expect(response.headers(), path).toMatchObject(PAGE);
      const nonce = /'nonce-([^']+)'/.exec(response.headers()["content-security-policy"] ?? "")?.[1] ?? "";
      const scripts = (await response.text()).match(/<script\b[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(3);
      expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(6);
  });

  test("a page that is fetched ahead, too; what it asks for as it moves on is no document", async () => {
    const ahead = await signedOut.request.get("/sign-in", { headers: { purpose: "prefetch" } });
    expect(ahead.headers()).toMatchObject(PAGE);
    const step = await signedOut.request.get("/sign-in", { headers: { rsc: "1" }, maxRedirects: 0 });
    expect(step.headers()).toMatchObject(FILE);
    const secret = await signedOut.request.get(`/invite/${lived.inviteToken}`);
    expect(secret.headers()).toMatchObject({ ...PAGE, "referrer-policy": "no-referrer" });
  });

  test("files, redirects and refusals", async () => {
    const page = await (await get("/")).text();
    const chunk = /\/_next\/static\/[^"\\]+\.js/.exec(page)?.[0] ?? "";
    const files = [
      chunk,
      "/icons/icon.svg",
      "/favicon.ico",
      "/openapi.json",
      "/robots.txt",
      "/manifest.webmanifest",
    ];
    for (const path of files) expectFile(await get(path), 200, path);
    expectFile(await get("/_next/static/nowhere.js"), 404);
    expectFile(await get("/sign-in/"), 308);
    const change = await get("/.well-known/change-password");
    expectFile(change, 302);
    expect(change.headers().location).toBe("/account");
    const certain = "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200";
    expect((await get(certain)).status()).toBe(404);
    expect(await (await get("/robots.txt")).text()).toMatch(/^Disallow: \/trips$/m);
  });

  test("the API", async () => {
    for (const [path, status] of [
      ["/api/ping", 200],
      ["/api/health", 200],
      ["/api/trips", 401],
      ["/api/nowhere", 404],
      ["/api/auth/get-session", 200],
      ["/api/auth/nowhere", 404],
      ["/api/uploads/avatars/x/y.webp", 404],
      ["/api/trips/%ff", 400],
    ] as const) {
      const response = await signedOut.request.get(path);
      expect({ status: response.status(), ...response.headers() }, path).toMatchObject({ status, ...DATA });
    }
  });
});

function get(path: string): Promise<APIResponse> {
  return signedOut.request.get(path, { maxRedirects: 0 });
}

function expectFile(response: APIResponse, status: number, path?: string): void {
  expect({ status: response.status(), ...response.headers() }, path).toMatchObject({ status, ...FILE });
}
