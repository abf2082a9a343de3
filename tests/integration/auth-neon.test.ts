// @alone: loads the service's modules anew
import { neonConfig } from "@neondatabase/serverless";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { env } from "#lib/server/env/env.ts";
import { authApi, newPerson, refusedWith, sessionOf } from "#tests/helpers/auth-api.ts";
import { lastCode, useMailbox } from "#tests/helpers/mailbox.ts";
import { type NeonRelay, startNeonRelay } from "#tests/helpers/neon-relay.ts";

useMailbox();

let relay: NeonRelay;

beforeAll(async () => {
  relay = await startNeonRelay(env().DATABASE_URL ?? "");
  neonConfig.wsProxy = relay.address;
  neonConfig.useSecureWebSocket = false;
  neonConfig.pipelineTLS = false;
  neonConfig.pipelineConnect = false;
  vi.stubEnv("DATABASE_DRIVER", "neon");
  vi.resetModules();
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await (await import("#lib/server/process/database.ts")).closeDatabases();
  await relay.close();
});

test("accounts work through Neon's driver, with their transactions", async () => {
  const api = authApi(await import("#app/api/auth/[...all]/route.ts"));
  const { awaitDeferredWork } = await import("#lib/server/http/defer.ts");
  const { findSession } = await import("#lib/server/access/session.ts");
  const { freshDatabase } = await import("#lib/server/process/database.ts");
  const person = newPerson();
  const { email } = person;
  expect(await api.post("/sign-up/email", person)).toMatchObject({ status: 200 });
  await awaitDeferredWork();
  const verified = await api.post("/email-otp/verify-email", { email, otp: lastCode(email) });
  const { token } = sessionOf(verified);
  const found = await findSession(freshDatabase(), new Headers({ authorization: `Bearer ${token}` }));
  expect(found).toMatchObject({ user: { email } });
  const twice = await Promise.all(
    [1, 2].map(() => api.post("/sign-up/email", { ...person, email: `2${email}` })),
  );
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  expect(await api.post("/sign-in/email", { ...person, password: "wrong password" })).toEqual(
    refusedWith(401, "INVALID_EMAIL_OR_PASSWORD"),
  );
  expect(relay.connections()).toBeGreaterThan(0);
  await awaitDeferredWork();
});
