// @alone: sets the environment, which the service reads once
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { deliverMail } from "#lib/server/mail/deliver.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { log } from "#lib/server/http/log.ts";
import { codeMail } from "#lib/server/mail/templates.ts";
import { startMailApi, type MailApi } from "#tests/doubles/mail-api.ts";

let api: MailApi;

beforeAll(async () => {
  api = await startMailApi();
  Object.assign(process.env, {
    EMAIL_PROVIDER: "http-api",
    EMAIL_FROM: "Wayfare <hello@trips.example>",
    EMAIL_API_KEY: api.key,
    EMAIL_API_URL: api.url,
    EMAIL_ONLY_TO: "Ann@people.example, @team.example",
  });
});

afterAll(() => api.stop());

test("whoever is not named gets no mail, and the log tells nobody's address", async () => {
  const warn = vi.spyOn(log(), "warn").mockImplementation(() => undefined);
  const named = ["ann@people.example", "ANN@PEOPLE.EXAMPLE", "bob@team.example", "李@Team.example"];
  const strangers = [
    "bob@people.example",
    "x-ann@people.example",
    "ann@people.example.evil.example",
    "bob@evil-team.example",
    "bob@sub.team.example",
    "bob@team.example@evil.example",
  ];
  for (const to of [...named, ...strangers]) deliverMail(codeMail("sign-in", to, "042917", "en"));
  await awaitDeferredWork();
  expect(new Set(api.sent().map(({ to }) => to))).toEqual(new Set(named));
  expect(warn.mock.calls).toEqual(
    strangers.map(() => ["mail sign-in: EMAIL_ONLY_TO does not name this address"]),
  );
});
