import { OPEN_SERVICES, type OpenServiceDescription, type OpenServiceName } from "./services.ts";

/** Whether others ask this server too, so that its limits hold, and no server of the operator's own. */
export function isShared(name: OpenServiceName, url: string): boolean {
  const { origin, sharedOrigin, path }: OpenServiceDescription = OPEN_SERVICES[name];
  const shared = sharedOrigin ?? origin;
  return shared !== null && url === shared + path;
}
