import { expect, test } from "vitest";
import { mail } from "./doubles.ts";
import { HttpClient, textAt, valueAt, type Answer } from "./http-client.ts";
import { expectOk, lastCode, newCredentials, newNativePerson, signUpPerson } from "./people.ts";
import { newTrip } from "./trips.ts";

const REQUEST_ID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test("Errors › unauthenticated request to a business route: 401", async () => {
  for (const path of [
    "/api/trips",
    "/api/users/me/preferences",
    "/api/trips/0199a000-0000-7000-8000-000000000000",
  ]) {
    const answer = await new HttpClient().get(path);
    expect(answer).toMatchObject({
      status: 401,
      body: {
        code: "UNAUTHENTICATED",
        message: expect.any(String),
        requestId: expect.stringMatching(REQUEST_ID),
      },
    });
  }
});

test("Errors › password sign-in for an unverified email: error code `EMAIL_NOT_VERIFIED`; fresh OTP sent", async () => {
  const person = await signUpPerson();
  const answer = await new HttpClient().post("/api/auth/sign-in/email", person);
  expect(answer).toMatchObject({ status: 403, body: { code: "EMAIL_NOT_VERIFIED" } });
  const otp = await lastCode(person.email, 2);
  expectOk(await new HttpClient().post("/api/auth/email-otp/verify-email", { email: person.email, otp }));
  const wrong = newCredentials({ email: (await signUpPerson()).email });
  const refused = await new HttpClient().post("/api/auth/sign-in/email", wrong);
  expect(refused).toMatchObject({ status: 401, body: { code: "INVALID_EMAIL_OR_PASSWORD" } });
  expect(await mail.mailsTo(wrong.email, 0)).toHaveLength(1);
});

test("Errors › agent routes when agent is not configured: 404", async () => {
  const { client } = await newNativePerson();
  const tripId = textAt(await newTrip(client), "id");
  for (const [method, path] of [
    ["POST", "messages"],
    ["GET", "events?after=0"],
  ] as const) {
    const answer = await client.send(
      method,
      `/api/trips/${tripId}/agent/${path}`,
      method === "POST" ? { text: "Hi" } : undefined,
    );
    expect(answer).toMatchObject({ status: 404, body: { code: expect.any(String) } });
  }
});

test("Errors › mobile OAuth start with provider not configured: redirect with `error=oauth_unavailable`", async () => {
  const answer = await new HttpClient().get("/api/mobile-auth/oauth/start?provider=idp-none");
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe("app://auth/callback?error=oauth_unavailable");
});

test("Errors › display name shorter than 1 or longer than 64 characters: update rejected", async () => {
  const { client } = await newNativePerson({ name: "Kept As It Was" });
  for (const name of ["", " ", "x".repeat(65)]) {
    const answer = await client.post("/api/auth/update-user", { name });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "INVALID_NAME", message: expect.any(String) },
    });
  }
  expect(valueAt(await client.get("/api/auth/get-session"), "user", "name")).toBe("Kept As It Was");
});

test("Errors › every refusal has the same shape: `code`, `message`, `requestId`, which is the answer's `x-request-id`", async () => {
  const nobody = new HttpClient();
  const { client } = await newNativePerson();
  const answers: Answer[] = [
    await nobody.get("/api/trips"),
    await nobody.get("/api/no-such-path"),
    await nobody.get("/api/auth/no-such-path"),
    await nobody.post("/api/auth/get-session", {}),
    await nobody.post("/api/auth/sign-in/email", "{"),
    await nobody.post("/api/auth/sign-in/email", {}),
    await nobody.post("/api/auth/sign-in/email", newCredentials()),
    await nobody.post("/api/auth/sign-in/email", newCredentials(), { "content-type": "text/plain" }),
    await nobody.post("/api/auth/sign-up/email", { ...newCredentials(), password: "short" }),
    await nobody.post("/api/auth/sign-up/email", { ...newCredentials(), password: "x".repeat(2_000_000) }),
    await nobody.post("/api/auth/sign-in/social", { provider: "no-such-provider" }),
    await nobody.post("/api/auth/mini-program/sign-in", {}),
    await nobody.post("/api/mobile-auth/oauth/exchange", {}),
    await client.post("/api/auth/two-factor/verify-totp", { code: "123456" }),
    await client.post("/api/trips", {}),
    await client.post("/api/users/avatar", {}),
  ];
  for (const { status, headers, body, text } of answers) {
    expect(status, text).toBeGreaterThanOrEqual(400);
    expect(body, text).toMatchObject({
      code: expect.stringMatching(/^[A-Z][A-Z\d_]+$/),
      message: expect.stringMatching(/\S/),
      requestId: headers.get("x-request-id"),
    });
    const known = new Set(["code", "message", "issues", "details", "requestId"]);
    expect(
      Object.keys(Object(body)).filter((key) => !known.has(key)),
      text,
    ).toEqual([]);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
  }
});
