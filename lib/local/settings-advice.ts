import type { Env } from "#lib/server/env/env.ts";

type Settings = Pick<Env, "BASE_URL" | "AGENT_MODEL" | "AGENT_API_KEY"> & {
  CLIENT_IP_HEADER?: string | undefined;
};

/**
 * Whether there is a proxy whose header is not configured. This server speaks plain HTTP, so with an https address
 * there is a proxy in front of it. Without a header of its own that the proxy overwrites, all clients have the proxy's
 * address and share one rate limit.
 */
export function isBehindUnknownProxy({ BASE_URL, CLIENT_IP_HEADER }: Omit<Settings, "AGENT_MODEL">): boolean {
  return BASE_URL.startsWith("https:") && !CLIENT_IP_HEADER;
}

export const SHARED_LIMIT_ADVICE =
  "behind a proxy all callers share one allowance of sign-ins and codes: set CLIENT_IP_HEADER to the header that it overwrites with the caller's address, such as x-real-ip";

/**
 * Returns advice on settings that are valid but probably not intended, one line each. `given`: the settings before
 * defaults were filled in.
 */
export function settingsAdvice(given: Settings): string[] {
  const { AGENT_MODEL: model, AGENT_API_KEY: key } = given;
  const lines = isBehindUnknownProxy(given) ? [`BASE_URL is https: ${SHARED_LIMIT_ADVICE}`] : [];
  if (model && !key) lines.push("AGENT_MODEL is set and AGENT_API_KEY is not: the agent stays off");
  if (key && !model) lines.push("AGENT_API_KEY is set and AGENT_MODEL is not: the agent stays off");
  return lines;
}
