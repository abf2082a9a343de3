import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { usersApi } from "#lib/shared/api/users.ts";
import { newPerson } from "#tests/factories/people.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectInvalid, expectUnauthenticated } from "#tests/helpers/refusals.ts";

const at = expect.any(String);

test("preferences need a session", async () => {
  expectUnauthenticated(await send(usersApi.getPreferences));
  expectUnauthenticated(await send(usersApi.updatePreferences, { body: { theme: "dark" } }));
});

test.each<[string, object, ...[string, string][]]>([
  ["nothing", {}, ["", "Send at least one field to change."]],
  ["another theme", { theme: "sepia" }, ["theme", 'Invalid option: expected one of "light"|"dark"|"system"']],
  ["another language", { language: "fr" }, ["language", 'Invalid option: expected one of "en"|"zh"']],
  [
    "text for a flag",
    { agentPanelCollapsed: "yes" },
    ["agentPanelCollapsed", "Invalid input: expected boolean, received string"],
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
  const defaults = { agentPanelCollapsed: false, language: null, theme: "system", updatedAt: at };
  expect((await send(usersApi.getPreferences, { token })).body).toEqual(defaults);
  const first = await send(usersApi.updatePreferences, { token, body: { theme: "dark" } });
  expect({ status: first.status, body: first.body }).toEqual({
    status: 200,
    body: { ...defaults, theme: "dark" },
  });
  expect(first.headers.get("cache-control")).toBe("private, no-store");
  const body = { language: "zh", agentPanelCollapsed: true };
  const second = await send(usersApi.updatePreferences, { token, body });
  expect(second.body).toEqual({ ...body, theme: "dark", updatedAt: at });
  expect((await send(usersApi.getPreferences, { token })).body).toEqual(second.body);
  await send(usersApi.updatePreferences, { token, body: { language: null } });
  expect((await send(usersApi.getPreferences, { token })).body).toMatchObject({ language: null });
  expect((await send(usersApi.getPreferences, { token: other.token })).body).toEqual(defaults);
});

test("two changes at once of different fields both stay", async () => {
  const { token } = await newPerson();
  const changes = [{ theme: "light" }, { language: "en" }, { agentPanelCollapsed: true }];
  await Promise.all(changes.map((body) => send(usersApi.updatePreferences, { token, body })));
  expect((await send(usersApi.getPreferences, { token })).body).toEqual({
    theme: "light",
    language: "en",
    agentPanelCollapsed: true,
    updatedAt: at,
  });
});
