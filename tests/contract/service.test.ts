import { expect, test } from "vitest";
import { newMiniProgramPerson } from "#tests/doubles/mini-program-platform.ts";
import { newOpenIdPerson } from "#tests/doubles/openid-provider.ts";
import { newQrPerson } from "#tests/doubles/qr-provider.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { miniProgram, openId, qr } from "./doubles.ts";
import { BrowserClient, HttpClient, serviceUrl, textAt, tokenOf, valueAt } from "./http-client.ts";
import { signInWith } from "./oauth.ts";
import { serviceLog } from "./other-service.ts";
import { expectOk, newBrowserPerson, newNativePerson, sessionOf } from "./people.ts";
import { query } from "./rows.ts";

test("What the service does › it manages accounts: password with OTP, two identity providers, a mini-program", async () => {
  await openId.signInAs(newOpenIdPerson());
  await qr.signInAs(newQrPerson());
  const [primary, web] = [new BrowserClient(), new BrowserClient()];
  await signInWith("idp-primary", primary);
  await signInWith("idp-qr", web);
  const mini = new HttpClient();
  const code = await miniProgram.loginCode(newMiniProgramPerson());
  mini.token = tokenOf(expectOk(await mini.post("/api/auth/mini-program/sign-in", { code })));
  const { client: password } = await newNativePerson();
  const ids = new Set<string>();
  for (const client of [primary, web, mini, password]) {
    expect((await client.get("/api/trips")).status).toBe(200);
    ids.add(textAt(await sessionOf(client), "user", "id"));
  }
  expect(ids.size).toBe(4);
});

test("What the service does › clients: a web app (cookie sessions), a mini-program and a mobile client (bearer token)", async () => {
  const browser = await newBrowserPerson();
  const native = await newNativePerson();
  expect((await browser.client.get("/api/trips")).status).toBe(200);
  expect((await native.client.get("/api/trips")).status).toBe(200);
  expect(browser.client.token).toBeNull();
});

test("What the service does › the authentication endpoints live under `/api/auth/*`, and accept GET and POST", async () => {
  const get = await new HttpClient().get("/api/auth/get-session");
  const post = await new HttpClient().post("/api/auth/sign-in/email", {});
  expect([get.status, post.status]).toEqual([200, 400]);
  for (const method of ["PUT", "PATCH", "DELETE"] as const) {
    const answer = await new HttpClient().send(method, "/api/auth/sign-in/email", {});
    expect(answer, method).toMatchObject({ status: 405, body: { code: "METHOD_NOT_ALLOWED" } });
  }
  expect((await new HttpClient().get("/api/auth/no-such-path")).status).toBe(404);
  for (const path of ["start?provider=idp-primary", "complete"]) {
    expect((await new HttpClient().get(`/api/mobile-auth/oauth/${path}`)).status, path).not.toBe(404);
    expect((await new HttpClient().post(`/api/mobile-auth/oauth/${path}`, {})).status, path).toBe(405);
  }
});

/** The paths that design.md opens to everybody; authentication itself is not in this document. */
const PUBLIC = /^\/api\/(health|ping|openapi\.json|uploads\/|users\/avatar\/\{|calendar\/)/;

test("What the service does › every business route reads the session and answers 401 to an unauthenticated request", async () => {
  const file = join(import.meta.dirname, "../../public/openapi.json");
  const { paths }: { paths: Record<string, Record<string, unknown>> } = JSON.parse(
    readFileSync(file, "utf8"),
  );
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })),
  );
  const business = operations.filter(
    ({ path }) => !PUBLIC.test(path) && !/^\/api\/(auth|mobile-auth|internal)\//.test(path),
  );
  expect(business.length).toBeGreaterThan(40);
  for (const token of [null, "no-such-token"]) {
    const client = new HttpClient();
    client.token = token;
    for (const { path, method } of business) {
      const filled = path
        .replace(/\{seq\}/, "1")
        .replaceAll(/\{\w+\}/g, "0199a000-0000-7000-8000-000000000000");
      const body = method === "GET" ? undefined : {};
      const answer = await client.send(method as "GET", filled, body);
      expect([method, path, answer.status]).toEqual([method, path, 401]);
      expect(answer.body).toMatchObject({ code: "UNAUTHENTICATED", message: expect.any(String) });
    }
  }
});

test("Trip-domain resources › sample trip: a personal copy is cloned when a user row is created, the template owner replaced by the new user", async () => {
  const ann = await newNativePerson();
  const code = await miniProgram.loginCode(newMiniProgramPerson());
  const mini = new HttpClient();
  const answer = expectOk(await mini.post("/api/auth/mini-program/sign-in", { code }));
  mini.token = tokenOf(answer);
  const copies: string[] = [];
  for (const [client, userId] of [
    [ann.client, ann.id],
    [mini, textAt(answer, "user", "id")],
  ] as const) {
    const samples = async () =>
      [valueAt(await client.get("/api/trips"))].flat().filter((trip) => Object(trip).isSample);
    await expect.poll(samples).toMatchObject([{ role: "owner" }]);
    const [sample] = await samples();
    copies.push(Object(sample).id);
    const trip = await client.get(`/api/trips/${Object(sample).id}`);
    const members = [valueAt(trip, "members")].flat();
    expect(members.filter((member) => Object(member).role === "owner")).toMatchObject([{ userId }]);
  }
  expect(new Set(copies).size).toBe(2);
});

test("Trip-domain resources › sample trip: failure of this provisioning is logged and never blocks registration", async () => {
  const already = serviceLog().length;
  await query(
    `create function refuse_sample() returns trigger language plpgsql as 'begin raise exception ''no sample''; end'`,
  );
  await query(
    "create trigger refuse_sample before insert on trips for each row when (new.is_sample) execute function refuse_sample()",
  );
  try {
    const { client } = await newNativePerson();
    expect((await client.get("/api/trips")).status).toBe(200);
    await expect.poll(() => serviceLog().slice(already)).toMatch(/sample/i);
  } finally {
    await query("drop function refuse_sample cascade");
  }
});

test("Trip-domain resources › sample trip: a shared legacy demo trip stays listed for every signed-in user", async () => {
  const lists = [];
  for (const { client } of [await newNativePerson(), await newBrowserPerson()]) {
    const trips = [valueAt(await client.get("/api/trips"))].flat();
    lists.push(trips.filter((trip) => Object(trip).isDemo).map((trip) => Object(trip).id));
  }
  expect(lists[0]).toHaveLength(1);
  expect(lists[1]).toEqual(lists[0]);
  expect(serviceUrl()).toMatch(/^http/);
});
