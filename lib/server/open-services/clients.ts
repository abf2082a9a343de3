import { env } from "../env/env.ts";
import { OpenServiceClient } from "./open-service-client.ts";
import { OPEN_SERVICES, type OpenServiceName } from "./services.ts";
import { isSharedServer } from "./shared-address.ts";

export interface ConfiguredService {
  /** The URL without a slash at its end; each request fills in the placeholders in braces. */
  url: string;
  client: OpenServiceClient;
}

/** The limits for an operator's own server: as many requests as one process can need. */
const OWN_SERVER = { atOnce: 4, everyMs: 0 };

const made = new Map<OpenServiceName, ConfiguredService | null>();

/**
 * Returns the open service as this installation uses it; null: it is off. There is one client of each in a process, so
 * that its limits hold.
 */
export function configuredService(name: OpenServiceName): ConfiguredService | null {
  const known = made.get(name);
  if (known !== undefined) return known;
  const service = asConfigured(name);
  made.set(name, service);
  return service;
}

function asConfigured(name: OpenServiceName): ConfiguredService | null {
  const description = OPEN_SERVICES[name];
  const url = env()[description.variable];
  if (url === undefined) return null;
  const limits = isSharedServer(name, url) ? {} : OWN_SERVER;
  return { url, client: new OpenServiceClient({ ...description, ...limits, name }) };
}
