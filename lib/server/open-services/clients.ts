import { env } from "../env.ts";
import { OpenServiceClient } from "./open-service-client.ts";
import { OPEN_SERVICES, type OpenServiceName } from "./services.ts";
import { isShared } from "./shared-address.ts";

export interface AskedService {
  /** Without a slash at its end; braces hold what each question fills in. */
  url: string;
  client: OpenServiceClient;
}

/** An operator's own server is asked as much as one process can need. */
const OWN_SERVER = { atOnce: 4, everyMs: 0 };

const made = new Map<OpenServiceName, AskedService | null>();

/** The service as this installation asks it; null: it is not asked. One of each in a process, so that its limits hold. */
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
