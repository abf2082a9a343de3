import { OPEN_SERVICES, type OpenServiceDescription, type OpenServiceName } from "./services.ts";

/** Whether the URL is a shared server, so that its limits hold, and not the operator's own server. */
export function isSharedServer(name: OpenServiceName, url: string): boolean {
  const { origin, sharedOrigin, path }: OpenServiceDescription = OPEN_SERVICES[name];
  const shared = sharedOrigin ?? origin;
  return shared !== null && url === shared + path;
}
