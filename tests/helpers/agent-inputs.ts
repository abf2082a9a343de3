import { settleDeferred } from "#lib/server/http/defer.ts";
import type { Scene } from "#tests/factories/scenes.ts";
import type { SendInput } from "./handlers.ts";

function onTrip({ tripId }: Scene): SendInput {
  return { params: { tripId } };
}

/** For files that have turned the agent on (`useAgentModel`). */
export const AGENT_INPUTS = {
  "agent.messages": onTrip,
  "agent.ask": async ({ tripId }: Scene): Promise<SendInput> => {
    // Whoever asked before has the agent until it is done.
    await settleDeferred();
    return { params: { tripId }, body: { text: "What is there to do?" } };
  },
  "agent.events": onTrip,
  "agent.stream": onTrip,
  "agent.status": onTrip,
  "agent.cancel": onTrip,
  "agent.settings": ({ tripId }: Scene): SendInput => ({ params: { tripId }, body: { mode: "propose" } }),
};
