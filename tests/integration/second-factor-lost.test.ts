// @long: waits for locks of accounts; second-factor has the codes
import { expect, test } from "vitest";
import { authApi, ORIGIN, signUpAndVerify } from "#tests/helpers/auth-api.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";
import { runOperation } from "#tests/helpers/operations.ts";
import { totp } from "#tests/helpers/totp.ts";

useMailbox();

test("whoever has lost their second factor is let in by the operator, and by nothing from before", async () => {
  const person = await signUpAndVerify();
  const own = { cookie: person.cookie, origin: ORIGIN };
  const enabled = await authApi().post("/two-factor/enable", { password: person.password }, own);
  const { totpURI } = enabled.body as { totpURI: string };
  await authApi().post("/two-factor/verify-totp", { code: totp(totpURI) }, own);
  const signIn = () => authApi().post("/sign-in/email", person, { origin: ORIGIN });
  const challenge = await signIn();
  expect(challenge).toMatchObject({ body: { twoFactorRedirect: true } });
  const { twoFactorToken } = challenge.body as { twoFactorToken: string };
  const id = (await userRow(person.email))?.id ?? "";

  const asked = await runOperation("admin", ["users", "end-second-factor", id]);
  expect(asked).toMatchObject({ code: 1, out: "", err: expect.stringContaining("add --yes") });
  expect(await signIn()).toMatchObject({ body: { twoFactorRedirect: true } });

  const ended = await runOperation("admin", ["users", "end-second-factor", id, "--yes"]);
  expect(ended).toMatchObject({ code: 0, out: expect.stringContaining("without a second factor") });
  expect(await authApi().get("/get-session", own)).toMatchObject({ body: null });
  const late = await authApi().post("/two-factor/verify-totp", { code: totp(totpURI), twoFactorToken });
  expect(late.status).toBeGreaterThanOrEqual(400);
  expect(await signIn()).toMatchObject({ status: 200, body: { user: { email: person.email } } });
  const again = await runOperation("admin", ["users", "end-second-factor", id, "--yes"]);
  expect(again.out).toContain("has no second factor. Nothing was changed.");
});
