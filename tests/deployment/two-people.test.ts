import { type APIResponse, type Browser, type BrowserContext, expect, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { sessionCookie } from "#tests/helpers/session-cookie.ts";

const { DEPLOYMENT_URL = "", VERCEL_AUTOMATION_BYPASS_SECRET: BYPASS } = process.env;
/** The maximum wait for a healthy deployment; a new host needs some time until its name can be resolved. */
const PATIENCE_MS = 240_000;

// Only settings for inserting rows are used here; the deployment has its own.
const unused = "not-asked-for-by-what-these-tests-do";
Object.assign(process.env, { REALTIME_SECRET: unused, INTERNAL_SECRET: unused, BASE_URL: DEPLOYMENT_URL });

test.afterAll(closeDatabases);

/** Opens a browser that passes the protection of a preview. */
async function open(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: DEPLOYMENT_URL });
  if (BYPASS) {
    const key = { "x-vercel-protection-bypass": BYPASS, "x-vercel-set-bypass-cookie": "true" };
    await context.request.get("/sign-in", { headers: key });
  }
  return context;
}

async function enter(browser: Browser, name: string): Promise<{ context: BrowserContext; person: Person }> {
  const context = await open(browser);
  const person = await newPerson({ name });
  await context.addCookies([sessionCookie(person.token, DEPLOYMENT_URL)]);
  return { context, person };
}

function post({ request }: BrowserContext, path: string, data: object = {}): Promise<APIResponse> {
  return request.post(path, { data, headers: { origin: new URL(DEPLOYMENT_URL).origin } });
}

async function made(response: APIResponse): Promise<Record<string, string>> {
  expect([200, 201], `${response.url()}: ${await response.text()}`).toContain(response.status());
  return response.json();
}

test("all parts are well, and strangers get nothing", async ({ browser }) => {
  const { request } = await open(browser);
  const health = async () => (await request.get("/api/health", { failOnStatusCode: false })).text();
  await expect.poll(health, { timeout: PATIENCE_MS, intervals: [1000, 5000] }).toContain('"room":"ok"');
  expect(JSON.parse(await health())).toEqual({ status: "ok", database: "ok", room: "ok" });
  const stranger = await request.get("/api/trips");
  expect(stranger.status()).toBe(401);
  expect(stranger.headers()["cache-control"]).toBe("private, no-store");
  const forged = await request.post("/api/auth/sign-in/email", {
    data: { email: "ann@example.test", password: "wrong-password" },
    headers: { origin: `${DEPLOYMENT_URL}.evil.example` },
  });
  expect(forged.status()).toBe(403);
  expect((await request.post("/api/internal/tick")).status()).toBe(401);
});

test("whoever has come by TLS once comes by nothing else", async ({ browser }) => {
  test.skip(!DEPLOYMENT_URL.startsWith("https:"), "there is no TLS here");
  const { request } = await open(browser);
  for (const path of ["/", "/api/trips", "/api/health", "/manifest.webmanifest", "/nowhere"]) {
    const { "strict-transport-security": promised } = (await request.get(path)).headers();
    expect(promised, path).toMatch(/^max-age=63072000; includeSubDomains/);
  }
});

test("two people plan a trip, each sees at once what the other does", async ({ browser }) => {
  const ann = await enter(browser, "Ann Lee");
  const ben = await enter(browser, "Ben Okri");
  const trip = await made(
    await post(ann.context, "/api/trips", {
      title: "Lisbon",
      startDate: "2027-04-05",
      endDate: "2027-04-07",
    }),
  );
  const invite = await made(await post(ann.context, `/api/trips/${trip.id}/invites`, { role: "editor" }));
  await made(await post(ben.context, `/api/invites/${invite.token}/accept`));

  const pages = [await ann.context.newPage(), await ben.context.newPage()];
  const complaints: string[] = [];
  for (const page of pages) {
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(`/trips/${trip.id}`);
  }
  for (const page of pages) await expect(page.getByRole("button", { name: /2 here now$/ })).toBeVisible();
  const body = { dayId: null, name: "缆车 Bica cable car" };
  await made(await post(ben.context, `/api/trips/${trip.id}/stops`, body));
  for (const page of pages) await expect(page.getByText(body.name).first()).toBeVisible();

  // The gazetteer is a file that a deployment must include.
  const places = await ann.context.request.get("/api/places?q=Sintra");
  expect(await places.json()).toContainEqual(expect.objectContaining({ name: "Sintra", countryCode: "PT" }));
  expect(complaints).toEqual([]);
});
