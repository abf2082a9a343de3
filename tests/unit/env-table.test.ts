import { describe, expect, test } from "vitest";
import { environmentTable, replaceTable } from "#lib/local/env-table.ts";
import { describeVariables } from "#lib/server/env/env.ts";

describe("the tables of variables", () => {
  test("lists every variable once, each with what it means", () => {
    const notes = describeVariables();
    const table = environmentTable(notes);
    for (const { name, description } of notes) {
      expect(description, name).not.toBe("");
      expect(table.split(`\`${name}\` |`)).toHaveLength(2);
    }
  });

  test("says what is required and what the defaults are", () => {
    const fallbacks = Object.fromEntries(describeVariables().map(({ name, fallback }) => [name, fallback]));
    expect(fallbacks).toMatchObject({
      BETTER_AUTH_SECRET: "required",
      PORT: "`3000`",
      MAP_STYLE_URL: "ours, of MAP_TILES_URL",
    });
  });

  test("replaces its own block and nothing around it", () => {
    const once = replaceTable("# Title\n\nBefore.\n", "old");
    const twice = replaceTable(`${once}\nAfter.\n`, "new");
    expect(once).toMatch(/^# Title\n\nBefore\.\n\n<!-- environment.*\nold\n<!-- \/environment -->\n$/);
    expect(twice).toBe(`${once.replace("old", "new")}\nAfter.\n`);
  });
});
