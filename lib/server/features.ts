import type { Endpoint, Feature } from "#lib/shared/api/endpoint.ts";
import { requireAgent } from "./agent/configured.ts";
import { requireImagery } from "./street-view/imagery.ts";

const REQUIRED: Record<Feature, () => unknown> = { agent: requireAgent, streetView: requireImagery };

/** @throws AppError AGENT_DISABLED, STREET_VIEW_DISABLED (404) for endpoints of what the operator has left off */
export function requireFeature({ feature }: Endpoint): void {
  if (feature) REQUIRED[feature]();
}
