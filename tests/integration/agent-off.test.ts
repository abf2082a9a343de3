// @alone: sets the environment, which the service reads once
import { describe, test } from "vitest";
import { agentApi } from "#lib/shared/api/agent.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { send, type SendInput } from "#tests/helpers/handlers.ts";
import { expectRefused, expectUnauthenticated } from "#tests/helpers/refusals.ts";

// The agent stays off if only the model's name is configured.
process.env.AGENT_MODEL = "scripted-1";

const endpoints: Endpoint[] = Object.values(agentApi);
const BODIES: Readonly<Record<string, object>> = {
  "agent.ask": { text: "Is anybody there?" },
  "agent.settings": { mode: "propose" },
};
/** Inputs for which the service would answer with other errors if the agent were on. */
const ODD: readonly Partial<SendInput>[] = [
  { body: { text: 7, mode: "by force", more: true } },
  { body: "{" },
  { query: { after: "yesterday", limit: "-1", cursor: "?", more: "x" } },
  { headers: { "idempotency-key": "no key" } },
  { params: { tripId: "no-id" } },
];

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  "without a model's key %s",
  (id, endpoint) => {
    test("does not exist, whoever asks and however", async () => {
      const { tripId, owner, stranger } = await newTripFixture();
      const input = { params: { tripId }, body: BODIES[id] };
      expectUnauthenticated(await send(endpoint, input));
      for (const { token } of [owner, stranger]) {
        for (const odd of [{}, ...ODD.filter(({ body }) => !body || endpoint.body)]) {
          const sent = await send(endpoint, { ...input, ...odd, token });
          expectRefused(sent, 404, "AGENT_DISABLED", "This service has no trip agent.");
        }
      }
    });
  },
);
