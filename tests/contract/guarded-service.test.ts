// @long: starts a service behind a guard
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type S3Double, startS3 } from "#tests/doubles/s3.ts";
import type { App } from "#tests/helpers/app.ts";
import { uniqueAddress } from "#tests/helpers/unique.ts";
import { captcha, mail, miniProgram } from "./doubles.ts";
import { type Answer, HttpClient, textAt } from "./http-client.ts";
import { launchOther, startOther } from "./other-service.ts";
import { expectOk, newCredentials, newNativePerson, sessionOf } from "./people.ts";
import { formWith, picture } from "./pictures.ts";
import { query } from "./rows.ts";
import { CAPTCHA_SECRET } from "./stage.ts";

/* These tests use an instance with captcha on and uploads in a bucket. */

const AVATAR = "/api/users/avatar";
const GUARDED = [
  "/sign-up/email",
  "/sign-in/email",
  "/request-password-reset",
  "/email-otp/send-verification-otp",
].map((path) => `/api/auth${path}`);

let service: App;
let s3: S3Double;
let captchaSettings: Record<string, string>;

beforeAll(async () => {
  s3 = await startS3();
  captchaSettings = {
    CAPTCHA_PROVIDER: "captcha-widget",
    CAPTCHA_SECRET_KEY: CAPTCHA_SECRET,
    CAPTCHA_SITE_KEY: "site-key-that-anyone-may-know",
    CAPTCHA_VERIFY_URL: await captcha.verifyUrl(),
  };
  service = await startOther("guarded", { ...captchaSettings, ...s3.env });
});

afterEach(async () => {
  await captcha.trouble(null);
  await miniProgram.trouble(null);
});

afterAll(async () => {
  await service.stop();
});

function client(): HttpClient {
  return new HttpClient({ url: service.url });
}

async function ask(
  path: string,
  body: object,
  token: string | null,
  address = uniqueAddress(),
): Promise<Answer> {
  const headers = token === null ? undefined : { "x-captcha-response": token };
  return new HttpClient({ url: service.url, address }).post(path, { type: "sign-in", ...body }, headers);
}

test.each(GUARDED)(
  "Authentication › 3: captcha guards POST on %s, the token in header `x-captcha-response`",
  async (path) => {
    const person = newCredentials();
    for (const [token, code] of [
      [null, "MISSING_RESPONSE"],
      ["", "MISSING_RESPONSE"],
      ["not-what-the-widget-gave", "VERIFICATION_FAILED"],
    ] as const) {
      const answer = await ask(path, person, token);
      expect(answer, String(token)).toMatchObject({
        status: 400,
        body: { code, requestId: expect.any(String) },
      });
    }
    expect(await mail.mailsTo(person.email, 0)).toEqual([]);
    const solved = await captcha.solve();
    const passed = await ask(path, person, solved);
    expect(passed.status).toBe(path.endsWith("sign-in/email") ? 401 : 200);
    const again = await ask(path, person, solved);
    expect(again).toMatchObject({ status: 400, body: { code: "VERIFICATION_FAILED" } });
  },
);

test("Authentication › 3: the verifier is asked with the secret, the token and the client's address", async () => {
  const [token, address] = [await captcha.solve(), "203.0.113.77"];
  await ask("/api/auth/sign-in/email", newCredentials(), token, address);
  const asked = (await captcha.requests()).at(-1);
  expect(asked).toMatchObject({ secret: CAPTCHA_SECRET, response: token });
  expect([address, null]).toContain(asked?.remoteip);
});

test("Authentication › 3: no other path is guarded, and GET is not", async () => {
  const asked = (await captcha.requests()).length;
  expect((await client().get("/api/auth/get-session")).status).toBe(200);
  expect((await client().get("/api/auth/sign-in/email")).status).toBe(405);
  const body = { email: newCredentials().email, otp: "123456" };
  const verify = await client().post("/api/auth/email-otp/verify-email", body);
  expect(verify).toMatchObject({ status: 400, body: { code: "INVALID_OTP" } });
  expect((await captcha.requests()).length).toBe(asked);
});

test("Authentication › 3: no way of writing a guarded path goes around the captcha", async () => {
  const person = newCredentials();
  for (const path of GUARDED) {
    for (const variant of [
      `${path}/`,
      path.replace("/api/auth", "/api/auth/"),
      path.replace("email", "%65mail"),
      `${path}?x=1`,
      path.toUpperCase().replace("/API/AUTH", "/api/auth"),
    ]) {
      const answer = await ask(variant, person, null);
      expect(answer.status, variant).toBeGreaterThanOrEqual(300);
      if (answer.status === 400) expect(answer.body, variant).toMatchObject({ code: "MISSING_RESPONSE" });
    }
  }
  expect(await mail.mailsTo(person.email, 0)).toEqual([]);
});

test.each(["error", "garbage", "gone"] as const)(
  "Authentication › 3: a verifier in trouble (%s) lets nobody through",
  async (trouble) => {
    await captcha.trouble(trouble);
    const person = newCredentials();
    const answer = await ask("/api/auth/sign-up/email", person, await captcha.solve());
    expect([400, 503]).toContain(answer.status);
    expect(answer.body).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
    expect(answer.text).not.toContain(CAPTCHA_SECRET);
    expect(await mail.mailsTo(person.email, 0)).toEqual([]);
  },
);

test("Authentication › 3: a verifier that never answers, like a mini-program's platform that doesn't, holds nobody for ever", async () => {
  await captcha.trouble("slow");
  await miniProgram.trouble("slow");
  const before = performance.now();
  const answers = await Promise.all([
    ask("/api/auth/sign-up/email", newCredentials(), await captcha.solve()),
    client().post("/api/auth/mini-program/sign-in", { code: "some-code" }),
  ]);
  expect(performance.now() - before).toBeLessThan(20_000);
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
});

test("Authentication › 3: `CAPTCHA_SECRET_KEY` is server-only; the public site key is used only by the web build", async () => {
  const page = await client().get("/sign-up");
  expect(page.status).toBe(200);
  expect(page.text).not.toContain(CAPTCHA_SECRET);
  expect(page.text).toContain("site-key-that-anyone-may-know");
  const refused = await ask("/api/auth/sign-up/email", newCredentials(), "wrong");
  expect(refused.text).not.toContain("site-key-that-anyone-may-know");
});

test("Authentication › 3: any other value of `CAPTCHA_PROVIDER` fails configuration", async () => {
  const refused = await launchOther("bad-captcha", {
    ...captchaSettings,
    CAPTCHA_PROVIDER: "another-widget",
  });
  expect(await refused.exited).toBe(1);
  expect(refused.log()).toContain("CAPTCHA_PROVIDER");
  expect(refused.log()).toContain("captcha-widget");
});

test("Errors › captcha missing or failed on a guarded POST: 400 with code `MISSING_RESPONSE` or `VERIFICATION_FAILED`", async () => {
  const body = { email: newCredentials().email, type: "sign-in" };
  const path = "/api/auth/email-otp/send-verification-otp";
  expect(await ask(path, body, null)).toMatchObject({
    status: 400,
    body: { code: "MISSING_RESPONSE", message: expect.any(String) },
  });
  expect(await ask(path, body, "wrong")).toMatchObject({
    status: 400,
    body: { code: "VERIFICATION_FAILED", message: expect.any(String) },
  });
});

/** Signs a person up at the service without captcha, and returns a client of this one; sessions are valid at both. */
async function personHere(): Promise<HttpClient> {
  const person = await newNativePerson();
  const here = client();
  here.token = person.client.token;
  return here;
}

test("Avatar › POST: the service stores the object in the bucket that is configured, and serves it", async () => {
  const person = await personHere();
  const before = await s3.keys();
  const image = textAt(expectOk(await person.post(AVATAR, formWith(await picture()))), "image");
  expect(await s3.keys()).toHaveLength(before.length + 1);
  const response = await fetch(new URL(image, service.url));
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^image\//);
  expect(textAt(await sessionOf(person), "user", "image")).toBe(image);
});

test("Avatar › POST: replacing and removing leave no object behind", async () => {
  const person = await personHere();
  const before = await s3.keys();
  for (const _ of [1, 2]) expectOk(await person.post(AVATAR, formWith(await picture())));
  await expect.poll(() => s3.keys()).toHaveLength(before.length + 1);
  expectOk(await person.send("DELETE", AVATAR));
  await expect.poll(() => s3.keys()).toEqual(before);
});

test("Avatar › POST: rolling back the profile and cleaning the object on failure", async () => {
  const person = await personHere();
  const [image, id] = [
    textAt(await sessionOf(person), "user", "image"),
    textAt(await sessionOf(person), "user", "id"),
  ];
  const before = await s3.keys();
  await query(
    `create function refuse_picture() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`,
  );
  await query(
    `create trigger refuse_picture before update of image on users for each row when (new.id = '${id}') execute function refuse_picture()`,
  );
  try {
    const answer = await person.post(AVATAR, formWith(await picture()));
    expect(answer).toMatchObject({ status: 500, body: { code: "INTERNAL", requestId: expect.any(String) } });
  } finally {
    await query("drop function refuse_picture cascade");
  }
  await expect.poll(() => s3.keys()).toEqual(before);
  expect(textAt(await sessionOf(person), "user", "image")).toBe(image);
});

test("Avatar › POST: a store that is gone changes nothing", async () => {
  const person = await personHere();
  const image = textAt(await sessionOf(person), "user", "image");
  await s3.stop();
  const answer = await person.post(AVATAR, formWith(await picture()));
  expect(answer.status).toBeGreaterThanOrEqual(500);
  expect(answer.body).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
  expect(textAt(await sessionOf(person), "user", "image")).toBe(image);
});
