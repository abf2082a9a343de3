import { afterEach, expect, test } from "vitest";
import { newMiniProgramPerson } from "#tests/doubles/mini-program-platform.ts";
import { miniProgram } from "./doubles.ts";
import { HttpClient, textAt, tokenOf } from "./http-client.ts";
import { expectOk, sessionOf } from "./people.ts";
import { query } from "./rows.ts";

const PATH = "/api/auth/mini-program/sign-in";

afterEach(() => miniProgram.trouble(null));

test("Endpoints › POST /mini-program/sign-in: `code`; the server exchanges it with the platform", async () => {
  const person = newMiniProgramPerson();
  const code = await miniProgram.loginCode(person);
  const asked = (await miniProgram.requests()).length;
  expectOk(await new HttpClient().post(PATH, { code }));
  expect((await miniProgram.requests()).slice(asked)).toEqual([
    {
      appid: await miniProgram.appId(),
      secret: await miniProgram.appSecret(),
      js_code: code,
      grant_type: "authorization_code",
    },
  ]);
  const again = await new HttpClient().post(PATH, { code });
  expect(again).toMatchObject({
    status: 401,
    body: { code: expect.any(String), requestId: expect.any(String) },
  });
});

test("Endpoints › POST /mini-program/sign-in: discards the platform session key", async () => {
  const person = newMiniProgramPerson();
  const answer = expectOk(await new HttpClient().post(PATH, { code: await miniProgram.loginCode(person) }));
  const keys = await miniProgram.sessionKeys();
  const key = keys.at(-1) ?? "";
  expect(answer.text).not.toContain(key);
  expect(JSON.stringify([...answer.headers])).not.toContain(key);
  const rows = await query(
    "select row_to_json(a)::text as row from accounts a where account_id = $1 union all select row_to_json(s)::text from sessions s union all select row_to_json(v)::text from verifications v",
    [person.openid],
  );
  expect(rows.length).toBeGreaterThan(1);
  expect(JSON.stringify(rows)).not.toContain(JSON.stringify(key).slice(1, -1));
});

test("Endpoints › POST /mini-program/sign-in: returns a normal session and token", async () => {
  const client = new HttpClient();
  const answer = await client.post(PATH, { code: await miniProgram.loginCode(newMiniProgramPerson()) });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      token: expect.any(String),
      session: { userId: textAt(answer, "user", "id"), expiresAt: expect.any(String) },
      user: { defaultCurrency: "JPY", image: expect.stringMatching(/^data:image\/svg\+xml/) },
    },
  });
  client.token = textAt(answer, "token");
  expect((await sessionOf(client)).body).toMatchObject({ user: { id: textAt(answer, "user", "id") } });
  expect((await client.get("/api/trips")).status).toBe(200);
  expect(tokenOf(answer).split(".")[0]).toBe(client.token.split(".")[0]);
});

test("Endpoints › POST /mini-program/sign-in: a missing, unknown or malformed code is refused", async () => {
  for (const [body, status] of [
    [undefined, 400],
    [{}, 400],
    [{ code: "" }, 400],
    [{ code: 7 }, 400],
    [{ code: "no-such-code" }, 401],
  ] as const) {
    const answer = await new HttpClient().post(PATH, body);
    expect(answer, JSON.stringify(body)).toMatchObject({
      status,
      body: { code: expect.any(String), message: expect.any(String), requestId: expect.any(String) },
    });
  }
});

test.each(["error", "garbage", "gone"] as const)(
  "Endpoints › POST /mini-program/sign-in: a platform in trouble (%s) is 503, and no session begins",
  async (trouble) => {
    await miniProgram.trouble(trouble);
    const answer = await new HttpClient().post(PATH, { code: "some-code" });
    expect(answer).toMatchObject({
      status: 503,
      body: { code: expect.any(String), requestId: expect.any(String) },
    });
    expect(answer.headers.get("set-auth-token")).toBeNull();
    const [appSecret, url] = [await miniProgram.appSecret(), await miniProgram.url()];
    expect(answer.text).not.toContain(appSecret);
    expect(answer.text).not.toContain(url);
  },
);

test("Other stored records › account: the mini-program's account id is the union id when available, else the open id", async () => {
  const withUnion = newMiniProgramPerson({ unionid: `u-${Math.random()}` });
  const without = newMiniProgramPerson();
  for (const person of [withUnion, without]) {
    const answer = expectOk(await new HttpClient().post(PATH, { code: await miniProgram.loginCode(person) }));
    const accounts = await query("select account_id, provider_id from accounts where user_id = $1", [
      textAt(answer, "user", "id"),
    ]);
    expect(accounts).toEqual([{ account_id: person.unionid ?? person.openid, provider_id: "mini-program" }]);
  }
  const elsewhere = newMiniProgramPerson({ unionid: withUnion.unionid ?? "" });
  const first = await new HttpClient().post(PATH, { code: await miniProgram.loginCode(withUnion) });
  const second = await new HttpClient().post(PATH, { code: await miniProgram.loginCode(elsewhere) });
  expect(textAt(second, "user", "id")).toBe(textAt(first, "user", "id"));
});

test("Other stored records › account: a union id that appears later finds the same user", async () => {
  const before = newMiniProgramPerson();
  const first = await new HttpClient().post(PATH, { code: await miniProgram.loginCode(before) });
  const after = { ...before, unionid: `u-${Math.random()}` };
  const second = await new HttpClient().post(PATH, { code: await miniProgram.loginCode(after) });
  expect(textAt(second, "user", "id")).toBe(textAt(first, "user", "id"));
  const accounts = await query("select account_id from accounts where user_id = $1", [
    textAt(first, "user", "id"),
  ]);
  expect(accounts).toEqual([{ account_id: after.unionid }]);
});

test("Other stored records › account: a union id that the platform leaves out this time finds the same user", async () => {
  const person = newMiniProgramPerson({ unionid: `u-${Math.random()}` });
  const first = await new HttpClient().post(PATH, { code: await miniProgram.loginCode(person) });
  const bare = newMiniProgramPerson({ openid: person.openid });
  const second = await new HttpClient().post(PATH, { code: await miniProgram.loginCode(bare) });
  expect(textAt(second, "user", "id")).toBe(textAt(first, "user", "id"));
});

test("Authentication › 6: mini-program sign-in uses its own credential pair; the secret never reaches the client", async () => {
  const client = new HttpClient();
  const secret = await miniProgram.appSecret();
  const answers = [
    await client.post(PATH, { code: await miniProgram.loginCode(newMiniProgramPerson()) }),
    await client.post(PATH, { code: "no-such-code" }),
    await client.get("/sign-in"),
  ];
  for (const { text, headers } of answers) {
    expect(text).not.toContain(secret);
    expect(JSON.stringify([...headers])).not.toContain(secret);
  }
  const sent = await miniProgram.requests();
  expect(new Set(sent.map((request) => request.secret))).toEqual(new Set([secret]));
});
