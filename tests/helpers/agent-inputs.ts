import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import type { TripFixture } from "#tests/factories/trip-fixture.ts";
import type { SendInput } from "./handlers.ts";

function onTrip({ tripId }: TripFixture): SendInput {
  return { params: { tripId } };
}

/** Inputs of the agent's endpoints, for test files that have turned the agent on (`useAgentModel`). */
export const AGENT_INPUTS = {
  "agent.messages": onTrip,
  "agent.ask": async ({ tripId }: TripFixture): Promise<SendInput> => {
    // The earlier agent run of the trip must have ended, because a trip has one run at a time.
    await awaitDeferredWork();
    return { params: { tripId }, body: { text: "What is there to do?" } };
  },
  "agent.events": onTrip,
  "agent.stream": onTrip,
  "agent.status": onTrip,
  "agent.cancel": onTrip,
  "agent.settings": ({ tripId }: TripFixture): SendInput => ({
    params: { tripId },
    body: { mode: "propose" },
  }),
};
