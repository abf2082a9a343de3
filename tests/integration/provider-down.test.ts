// @alone: sets the environment, which the service reads once
import { expect, test } from "vitest";
import * as start from "#app/api/mobile-auth/oauth/start/route.ts";
import { authApi, ORIGIN, refusedWith, signUpAndVerify } from "#tests/helpers/auth-api.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";
import { unusedPort } from "#tests/helpers/ports.ts";

/* The provider's discovery document cannot be read from the start. */

const nobody = `http://127.0.0.1:${await unusedPort("127.0.0.1")}`;
Object.assign(process.env, {
  PRIMARY_OAUTH_CLIENT_ID: "web",
  PRIMARY_OAUTH_CLIENT_SECRET: "secret-of-the-web-client",
  PRIMARY_OAUTH_ISSUER: nobody,
});

useMailbox();

test("whoever wants to sign in by it hears that it is down, and that trying again may help", async () => {
  const answer = await authApi().post("/sign-in/social", { provider: "idp-primary" }, { origin: ORIGIN });
  expect(answer).toEqual(refusedWith(503, "PROVIDER_UNAVAILABLE"));
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(JSON.stringify(answer.body)).not.toContain(nobody);
});

test("the mobile app gets an answer that it can read", async () => {
  const response = await start.GET(new Request(`${ORIGIN}/api/mobile-auth/oauth/start?provider=idp-primary`));
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("app://auth/callback?error=oauth_unavailable");
});

test("everyone else signs in as always", async () => {
  expect((await signUpAndVerify()).token).not.toBe("");
});
