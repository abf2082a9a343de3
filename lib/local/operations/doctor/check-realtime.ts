import { randomUUID } from "node:crypto";
import { createClient } from "@redis/client";
import {
  type Finding,
  sendRequest,
  hostOf,
  runCheck,
  ok,
  REQUEST_TIMEOUT_MS,
  problem,
  reasonOf,
  warning,
} from "./finding.ts";
import type { DoctorSettings } from "./doctor-settings.ts";

/** Checks whether a part of the service answers on this machine now; an embedded machine may just not be started. */
export async function checkService({ env, isEmbedded, databaseUrl }: DoctorSettings): Promise<Finding[]> {
  if (isEmbedded && databaseUrl === null) return [ok("service", "does not run")];
  const url = `${env.BASE_URL}/api/health`;
  try {
    const { status, body } = await sendRequest(url);
    if (status === 200) return [ok("service", `runs at ${env.BASE_URL}`)];
    const parts = body !== null && typeof body === "object" ? JSON.stringify(body) : "";
    return [problem("service", `answers ${status} at ${env.BASE_URL} ${parts}: see its log`)];
  } catch (error) {
    return [
      warning(
        "service",
        `nothing answers at ${env.BASE_URL} (${reasonOf(error)}): is it started, and BASE_URL right?`,
      ),
    ];
  }
}

/** Checks the room host: one with another secret accepts no events and no sockets. */
export async function checkRooms({ env, isEmbedded, databaseUrl }: DoctorSettings): Promise<Finding[]> {
  const isOwn = hostOf(env.PARTYKIT_URL) === `127.0.0.1:${env.PARTY_PORT}`;
  if (isEmbedded && isOwn && databaseUrl === null) {
    return [ok("rooms", "on this machine; they start with the service, which does not run")];
  }
  const where = hostOf(env.PARTYKIT_URL);
  const advice = isOwn
    ? "Start the service, or set PARTYKIT_URL to where the rooms are deployed."
    : "Is PARTYKIT_URL right, and the rooms deployed (`partykit deploy`)?";
  return runCheck("rooms", advice, async () => {
    const health = await sendRequest(new URL("/parties/main/health", env.PARTYKIT_URL).href);
    if (health.status !== 200) return problem("rooms", `${where} answers ${health.status}. ${advice}`);
    const headers = { authorization: `Bearer ${env.REALTIME_SECRET}` };
    // With the right secret, the answer says that rooms can't be read like this; the request wakes no room up.
    const { status } = await sendRequest(new URL(`/parties/main/${randomUUID()}`, env.PARTYKIT_URL).href, {
      headers,
    });
    if (status === 405 || status === 404) return ok("rooms", `answer at ${where}, and know the secret`);
    if (status !== 401) return problem("rooms", `${where} answers ${status} to the secret. ${advice}`);
    return problem(
      "rooms",
      `${where} does not know this REALTIME_SECRET: set the same one here and there, and deploy the rooms anew`,
    );
  });
}

/** Warns that each server counts rate limits for itself, where the rooms or the uploads suggest several servers. */
function limitsOfEach({ PARTYKIT_URL, PARTY_PORT, STORAGE_DRIVER }: DoctorSettings["env"]): Finding {
  const hasOwnRooms = hostOf(PARTYKIT_URL) === `127.0.0.1:${PARTY_PORT}`;
  if (hasOwnRooms && STORAGE_DRIVER === "disk")
    return ok("rate limits", "counted by the one server that runs");
  return warning(
    "rate limits",
    "each server counts for itself, so that several let through as many times more: set RATE_LIMIT_REDIS_URL, unless there is only one",
  );
}

export async function checkRedis({ env }: DoctorSettings): Promise<Finding[]> {
  const url = env.RATE_LIMIT_REDIS_URL;
  if (url === undefined) {
    if (!env.isEdge) return [limitsOfEach(env)];
    return [
      problem(
        "rate limits",
        "an edge runtime needs RATE_LIMIT_REDIS_URL: guarded requests answer 503 without",
      ),
    ];
  }
  const advice = `Limited requests answer 503 until the Redis at ${hostOf(url)} does: is it up, and RATE_LIMIT_REDIS_URL right?`;
  return runCheck("rate limits", advice, async () => {
    const socket = { connectTimeout: REQUEST_TIMEOUT_MS, reconnectStrategy: false as const };
    const client = createClient({
      url,
      RESP: 2,
      socket,
      disableClientInfo: true,
      maintNotifications: "disabled",
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.ping();
      return ok("rate limits", `Redis answers at ${hostOf(url)}`);
    } finally {
      client.destroy();
    }
  });
}
