// @alone: sets the environment, which the service reads once
import { v7 as uuidv7 } from "uuid";
import { afterAll, expect, test } from "vitest";
import { startLyingProvider } from "#tests/doubles/lying-provider.ts";
import { authApi, ORIGIN, refusedWith } from "#tests/helpers/auth-api.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";
import { listenToOutput } from "#tests/helpers/process-output.ts";
import { cookiesOf } from "#tests/helpers/provider-walk.ts";

const ANOTHER = "https://evil.example";

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
const output = listenToOutput();
afterAll(async () => {
  output.stop();
  await provider.stop();
});

function begin() {
  return authApi().post("/sign-in/social", { provider: "idp-primary" }, { origin: ORIGIN });
}

/** Returns with a valid token for the sign-in that was begun. */
async function comeBack(start: Awaited<ReturnType<typeof begin>>): Promise<string> {
  const page = new URL(Object(start.body).url);
  provider.tell(page, {});
  const query = new URLSearchParams({ code: "code", state: page.searchParams.get("state") ?? "" });
  const headers = { cookie: cookiesOf(start.headers) };
  const callback = await authApi().get(`/callback/idp-primary?${query.toString()}`, headers);
  return callback.headers.get("location") ?? "";
}

test("a provider whose description names another issuer signs nobody in, and the log says why", async () => {
  provider.callItself(ANOTHER);
  // The first attempt uses the description that was read at the start, the second reads it again.
  for (const _ of [1, 2]) {
    const refused = await begin();
    expect(refused).toEqual(refusedWith(503, "PROVIDER_UNAVAILABLE"));
    expect(refused.headers.get("retry-after")).toBe("5");
  }
  expect(await userRow(email)).toBeUndefined();
  const line = output
    .text()
    .split("\n")
    .find((text) => text.includes("PRIMARY_OAUTH_ISSUER"));
  expect(JSON.parse(line ?? "{}")).toMatchObject({ level: 50, configured: provider.url, named: ANOTHER });
});

test("as soon as it names its own, people sign in without a restart", async () => {
  provider.callItself(null);
  expect(await comeBack(await begin())).toBe(ORIGIN);
  expect(await userRow(email)).toBeDefined();
});
