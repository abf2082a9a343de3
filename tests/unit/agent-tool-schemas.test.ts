import { asSchema } from "ai";
import { describe, expect, test } from "vitest";
import { TOOLS } from "#lib/server/agent/tools.ts";
import { AGENT_TOOLS } from "#lib/shared/agent-tools.ts";

/* These tests check what the model is told about its tools. */

test("there is every tool, once, in the order in which the model is told of them", () => {
  expect(TOOLS.map(({ name }) => name)).toEqual([...AGENT_TOOLS]);
});

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s", (_, { description, input }) => {
  test("is described, and takes no trip but the run's own", async () => {
    const schema = await asSchema(input).jsonSchema;
    expect(description.length).toBeGreaterThan(40);
    expect(schema).toMatchObject({ type: "object", additionalProperties: false });
    expect(JSON.stringify(schema)).not.toMatch(/tripId|userId|isPrivate|"private"/);
    expect(JSON.stringify(schema).length).toBeLessThan(4000);
  });

  test("refuses what is no field of its own", () => {
    const unknown = input.safeParse({ tripId: "0199b6a0-7c00-7000-8000-000000000000" });
    expect(unknown.error?.issues).toContainEqual(
      expect.objectContaining({ code: "unrecognized_keys", keys: ["tripId"] }),
    );
  });
});
