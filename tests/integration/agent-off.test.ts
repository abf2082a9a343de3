import { describe, test } from "vitest";
import { agentApi } from "#lib/shared/api/agent.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { newScene } from "#tests/factories/scenes.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectRefused, expectUnauthenticated } from "#tests/helpers/refusals.ts";

// A model's name alone turns nothing on.
process.env.AGENT_MODEL = "scripted-1";

const endpoints: Endpoint[] = Object.values(agentApi);
const BODIES: Readonly<Record<string, object>> = {
  "agent.ask": { text: "Is anybody there?" },
  "agent.settings": { mode: "propose" },
};

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  "without a model's key %s",
  (id, endpoint) => {
    test("does not exist, whoever asks", async () => {
      const { tripId, owner, stranger } = await newScene();
      const input = { params: { tripId }, body: BODIES[id] };
      expectUnauthenticated(await send(endpoint, input));
      for (const { token } of [owner, stranger]) {
        const sent = await send(endpoint, { ...input, token });
        expectRefused(sent, 404, "AGENT_DISABLED", "This service has no trip agent.");
      }
    });
  },
);
