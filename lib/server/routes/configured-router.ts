import { configuredService } from "../open-services/clients.ts";
import { Osrm } from "./osrm.ts";
import { Router } from "./router.ts";

let configured: Router | null | undefined;

/** Returns the process's one router; null: none is configured. */
export function configuredRouter(): Router | null {
  if (configured === undefined) {
    const service = configuredService("routes");
    configured = service && new Router(new Osrm(service.url), service);
  }
  return configured;
}
