import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { usersApi } from "#lib/shared/api/users.ts";
import { newPerson } from "#tests/factories/people.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectInvalid, expectUnauthenticated } from "#tests/helpers/refusals.ts";

const at = expect.any(String);
const defaults = {
  agentPanelCollapsed: false,
  language: null,
  theme: "system",
  units: null,
  notifications: {},
  updatedAt: at,
};

test("preferences need a session", async () => {
  expectUnauthenticated(await send(usersApi.getPreferences));
  expectUnauthenticated(await send(usersApi.updatePreferences, { body: { theme: "dark" } }));
});

test.each<[string, object, ...[string, string][]]>([
  ["nothing", {}, ["", "Send at least one field to change."]],
  ["another theme", { theme: "sepia" }, ["theme", 'Send one of "light", "dark", "system".']],
  ["another language", { language: "fr" }, ["language", 'Send one of "en", "zh".']],
  ["text for a flag", { agentPanelCollapsed: "yes" }, ["agentPanelCollapsed", "Send true or false."]],
  ["other units", { units: "stone" }, ["units", 'Send one of "metric", "imperial".']],
  [
    "another way to be told",
    { notifications: { mention: "shout" } },
    ["notifications.mention", 'Send one of "off", "inbox", "push".'],
  ],
  ["another user", { theme: "dark", userId: uuidv7() }, ["userId", "This field is unknown."]],
])("preferences refuse %s", async (_, body, ...issues) => {
  const { token } = await newPerson();
  const before = await send(usersApi.getPreferences, { token });
  expectInvalid(await send(usersApi.updatePreferences, { token, body }), ...issues);
  expect((await send(usersApi.getPreferences, { token })).body).toEqual(before.body);
});

test("preferences have defaults, change field by field, and answer the written row", async () => {
  const { token } = await newPerson();
  const other = await newPerson();
  expect((await send(usersApi.getPreferences, { token })).body).toEqual(defaults);
  const first = await send(usersApi.updatePreferences, { token, body: { theme: "dark" } });
  expect({ status: first.status, body: first.body }).toEqual({
    status: 200,
    body: { ...defaults, theme: "dark" },
  });
  expect(first.headers.get("cache-control")).toBe("private, no-store");
  const body = { language: "zh", agentPanelCollapsed: true };
  const second = await send(usersApi.updatePreferences, { token, body });
  expect(second.body).toEqual({ ...defaults, ...body, theme: "dark" });
  expect((await send(usersApi.getPreferences, { token })).body).toEqual(second.body);
  await send(usersApi.updatePreferences, { token, body: { language: null } });
  expect((await send(usersApi.getPreferences, { token })).body).toMatchObject({ language: null });
  expect((await send(usersApi.getPreferences, { token: other.token })).body).toEqual(defaults);
});

test("a kind of notification changes alone, and units go back to what the language has", async () => {
  const { token } = await newPerson();
  const change = async (body: object) => (await send(usersApi.updatePreferences, { token, body })).body;
  const first = await change({ units: "imperial", notifications: { mention: "off", suggestion: "push" } });
  expect(first).toEqual({
    ...defaults,
    units: "imperial",
    notifications: { mention: "off", suggestion: "push" },
  });
  const second = await change({ units: null, notifications: { mention: "inbox" } });
  expect(second).toEqual({ ...defaults, notifications: { mention: "inbox", suggestion: "push" } });
});

test("a repeated change answers as it did the first time", async () => {
  const { token } = await newPerson();
  const headers = { "idempotency-key": uuidv7() };
  const first = await send(usersApi.updatePreferences, { token, headers, body: { units: "metric" } });
  await send(usersApi.updatePreferences, { token, body: { units: "imperial" } });
  const again = await send(usersApi.updatePreferences, { token, headers, body: { units: "metric" } });
  expect(again.body).toEqual(first.body);
  expect((await send(usersApi.getPreferences, { token })).body).toMatchObject({ units: "imperial" });
});

test("two changes at once of different fields both stay", async () => {
  const { token } = await newPerson();
  const changes = [
    { theme: "light" },
    { language: "en" },
    { agentPanelCollapsed: true },
    { notifications: { mention: "off" } },
    { notifications: { settlement: "off" } },
  ];
  await Promise.all(changes.map((body) => send(usersApi.updatePreferences, { token, body })));
  expect((await send(usersApi.getPreferences, { token })).body).toEqual({
    ...defaults,
    theme: "light",
    language: "en",
    agentPanelCollapsed: true,
    notifications: { mention: "off", settlement: "off" },
  });
});
