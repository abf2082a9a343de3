// @long: starts the service as a preview
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AgentModel, startAgentModel } from "#tests/doubles/agent-model.ts";
import type { App } from "#tests/helpers/app.ts";
import { startRedis, type TestRedis } from "#tests/helpers/redis.ts";
import { mail } from "./doubles.ts";
import { WEB_ORIGIN } from "./global-service.ts";
import { type Answer, HttpClient, textAt } from "./http-client.ts";
import { startOther } from "./other-service.ts";
import { expectOk, newCredentials, newNativePerson } from "./people.ts";
import { newTrip } from "./trips.ts";

const BRANCH = "wayfare-git-idea-team.vercel.app";
const DEPLOYMENT = "wayfare-a1b2c3-team.vercel.app";
const CRON_SECRET = "secret-of-the-platforms-crons-only";

let redis: TestRedis;
let model: AgentModel;
let preview: App;
let url: string;

beforeAll(async () => {
  redis = await startRedis();
  model = await startAgentModel();
  preview = await startOther("preview", {
    VERCEL: "1",
    VERCEL_ENV: "preview",
    VERCEL_URL: DEPLOYMENT,
    VERCEL_BRANCH_URL: BRANCH,
    TRUSTED_ORIGINS: "",
    RATE_LIMIT_REDIS_URL: redis.url,
    CRON_SECRET,
    EMAIL_ONLY_TO: "@team.test",
    AGENT_MODEL: model.model,
    AGENT_API_KEY: model.key,
    AGENT_BASE_URL: model.baseUrl,
  });
  // The preview prints the address that the platform gives it.
  expect(preview.url).toBe(`https://${DEPLOYMENT}`);
  url = `http://127.0.0.1:${/\(port (\d+)\)/.exec(preview.log())?.[1]}`;
});

afterAll(async () => {
  await preview.stop();
  await model.stop();
  await redis.stop();
});

function signUp(origin: string, email?: string): Promise<Answer> {
  const person = newCredentials(email === undefined ? {} : { email });
  return new HttpClient({ url }).post("/api/auth/sign-up/email", person, { origin });
}

describe("a preview", () => {
  test.each([`https://${BRANCH}`, `https://${DEPLOYMENT}`, "app://"])("is used from %s", async (origin) => {
    const answer = await signUp(origin);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
  });

  test.each([
    "https://wayfare-git-other-team.vercel.app",
    "https://wayfare-a1b2c4-team.vercel.app",
    "https://evil.vercel.app",
    "https://vercel.app",
    `https://x.${BRANCH}`,
    `https://x${BRANCH}`,
    `https://${BRANCH}.evil.example`,
    `https://${BRANCH}:8443`,
    `http://${BRANCH}`,
    WEB_ORIGIN,
  ])("is not used from %s", async (origin) => {
    const answer = await signUp(origin);
    expect(answer).toMatchObject({ status: 403, body: { code: expect.stringMatching(/ORIGIN/) } });
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("mails whom it may, after the answer, and nobody else", async () => {
    const stranger = "stranger@people.test";
    expect((await signUp(`https://${BRANCH}`, stranger)).status).toBe(200);
    const known = newCredentials().email.replace(/@.*/, "@team.test");
    expect((await signUp(`https://${BRANCH}`, known)).status).toBe(200);
    expect(await mail.mailsTo(known)).toHaveLength(1);
    await preview.untilLogged(/EMAIL_ONLY_TO does not name this address/);
    expect(await mail.sent()).not.toContainEqual(expect.objectContaining({ to: stranger }));
  });

  test("goes on with a run of the agent after its answer", async () => {
    const client = new HttpClient({ url });
    // Accounts of the shared service are valid at the preview too, which uses the same database.
    client.token = (await newNativePerson()).client.token;
    const tripId = textAt(await newTrip(client), "id");
    model.script([{ text: "One two three four five." }]);
    const asked = await client.post(`/api/trips/${tripId}/agent/messages`, { text: "Please count." });
    expect(asked.status).toBe(201);
    const said = async () => expectOk(await client.get(`/api/trips/${tripId}/agent/messages`)).text;
    await expect.poll(said, { timeout: 20_000 }).toContain("One two three four five.");
  });

  test("takes a cron's GET", async () => {
    const client = new HttpClient({ url });
    expect((await client.get("/api/internal/tick")).status).toBe(401);
    const authorization = `Bearer ${CRON_SECRET}`;
    expect((await client.get("/api/internal/tick", { authorization })).status).toBe(200);
  });
});
