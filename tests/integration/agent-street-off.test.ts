import { expect, test } from "vitest";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { callTool, newToolRun } from "#tests/helpers/agent-tools.ts";

test("where street view is not turned on, a look is no use now or later", async () => {
  const { tripId, editor } = await newTripFixture();
  const run = await newToolRun(editor, tripId);
  const { cards, step } = await callTool(run, "look_at_street", { lat: 35, lng: 135 });
  expect(cards).toEqual([
    {
      type: "grounding",
      outcome: "service_unavailable",
      retryable: false,
      request: { lat: 35, lng: 135, radiusMeters: 100, limit: 5 },
      place: null,
      completeness: null,
      images: [],
    },
  ]);
  expect(step.state).toBe("failed");
});
