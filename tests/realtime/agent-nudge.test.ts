import { afterAll, expect, test } from "vitest";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { ask, useAgentModel } from "#tests/helpers/agent.ts";
import { liveService } from "./live-service.ts";
import { openTrip, waitUntilChanged } from "./open-trip.ts";

const model = await useAgentModel();
const live = liveService();
afterAll(() => model.stop());

test("everybody in the trip is told that the agent works, and that it has answered", async () => {
  const { tripId, editor, guest } = await newTripFixture();
  const session = await openTrip(live.api, guest, tripId);
  const { agentMark: mark } = session;
  // The message says that the agent has not sent anything and does not work.
  mark.hear({ cursor: 0, isWorking: false });
  model.hold();
  await ask(editor, tripId, "Are you there?");
  await waitUntilChanged(() => mark.isWorking, mark.changes.add);
  expect(mark.hasNews).toBe(false);
  model.release();
  await waitUntilChanged(() => !mark.isWorking && mark.hasNews, mark.changes.add);
  await awaitDeferredWork();
  session.stop();
});
