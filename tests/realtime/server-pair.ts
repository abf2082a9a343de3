import { afterAll, beforeAll, expect } from "vitest";
import type { CallOptions } from "#lib/client/base/api.ts";
import type { Person } from "#tests/factories/people.ts";
import { type AgentModel, startAgentModel } from "#tests/doubles/agent-model.ts";
import { type RoundRobin, startRoundRobin } from "#tests/helpers/round-robin.ts";
import { buildWeb, startWebServer, type WebServer } from "#tests/helpers/web-server.ts";
import { type Rooms, startRooms } from "./rooms.ts";

/** The header with which a test states its address, so that tests do not use up each other's rate limits. */
export const ADDRESS_HEADER = "x-edge-address";

export interface ServerPair {
  a: WebServer;
  b: WebServer;
  /** The load balancer in front of both servers, which the rooms call too. */
  front: RoundRobin;
  rooms: Rooms;
  model: AgentModel;
  /** Starts one more server on the same database and rooms. */
  another(env?: Readonly<Record<string, string>>): Promise<WebServer>;
}

/**
 * Starts two servers in processes of their own, on this file's database and one room host. They are available from the
 * file's first hook on.
 */
export function serverPair(settings: () => Promise<Record<string, string>> = async () => ({})): ServerPair {
  // The object is filled in a hook, and nothing reads it earlier.
  const pair = {} as ServerPair;
  const started: WebServer[] = [];
  beforeAll(async () => {
    await buildWeb();
    pair.model = await startAgentModel();
    pair.front = await startRoundRobin();
    pair.rooms = await startRooms(pair.front.port);
    const common = {
      CLIENT_IP_HEADER: ADDRESS_HEADER,
      // With this setting, sockets go through the servers, as they do on one machine.
      PARTY_PORT: new URL(pair.rooms.url).port,
      AGENT_MODEL: pair.model.model,
      AGENT_API_KEY: pair.model.key,
      AGENT_BASE_URL: pair.model.baseUrl,
      ...(await settings()),
    };
    pair.another = async (env = {}) => {
      const server = await startWebServer({ ...common, ...env });
      started.push(server);
      return server;
    };
    [pair.a, pair.b] = await Promise.all([pair.another(), pair.another()]);
    pair.front.lead([pair.a.url, pair.b.url]);
  }, 300_000);
  afterAll(async () => {
    await Promise.all(started.map((server) => server.kill()));
    await pair.rooms.stop();
    await pair.front.stop();
    await pair.model.stop();
  });
  return pair;
}

/** Returns the options of `call` for one person at one server. */
export function asAt({ url }: { url: string }, { token }: Pick<Person, "token">): CallOptions {
  return { baseUrl: url, token };
}

/**
 * Runs the background jobs at each of these servers at the same time, as when a cron job and the supervisor both call
 * them.
 */
export async function tickTogether(...servers: { url: string }[]): Promise<void> {
  const headers = { authorization: `Bearer ${process.env.INTERNAL_SECRET ?? ""}` };
  const answers = await Promise.all(
    servers.map(({ url }) => fetch(`${url}/api/internal/tick`, { method: "POST", headers })),
  );
  expect(answers.map(({ status }) => status)).toEqual(servers.map(() => 200));
}
