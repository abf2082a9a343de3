import { env } from "../env/env.ts";
import { OpenServiceClient } from "./open-service-client.ts";
import { OPEN_SERVICES, type OpenServiceName } from "./services.ts";
import { isShared } from "./shared-address.ts";

export interface AskedService {
  /** The URL without a slash at its end; each request fills in the placeholders in braces. */
  url: string;
  client: OpenServiceClient;
}

/** The limits for an operator's own server: as many requests as one process can need. */
const OWN_SERVER = { atOnce: 4, everyMs: 0 };

const made = new Map<OpenServiceName, AskedService | null>();

/**
 * Returns the open service as this installation uses it; null: it is off. There is one client of each in a process, so
 * that its limits hold.
 */
export function openService(name: OpenServiceName): AskedService | null {
  const known = made.get(name);
  if (known !== undefined) return known;
  const service = asConfigured(name);
  made.set(name, service);
  return service;
}

function asConfigured(name: OpenServiceName): AskedService | null {
  const description = OPEN_SERVICES[name];
  const url = env()[description.variable];
  if (url === undefined) return null;
  const limits = isShared(name, url) ? {} : OWN_SERVER;
  return { url, client: new OpenServiceClient({ ...description, ...limits, name }) };
}
