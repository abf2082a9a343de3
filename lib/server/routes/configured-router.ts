import { env } from "../env.ts";
import { Osrm } from "./osrm.ts";
import { Router } from "./router.ts";

let configured: Router | null | undefined;

/** The process's one router; null where none is configured. */
export function configuredRouter(): Router | null {
  const { ROUTING_URL: url } = env();
  if (configured === undefined) configured = url === undefined ? null : new Router(new Osrm({ url }));
  return configured;
}
