import type { Endpoint, Feature } from "#lib/shared/api/endpoint.ts";
import { requireAgent } from "./agent/configured.ts";
import { requireImagery } from "./street-view/imagery.ts";

const REQUIRED: Record<Feature, () => unknown> = { agent: requireAgent, streetView: requireImagery };

/**
 * Refuses an endpoint whose feature the operator has not turned on.
 * @throws AppError AGENT_DISABLED or STREET_VIEW_DISABLED (404).
 */
export function requireFeature({ feature }: Endpoint): void {
  if (feature) REQUIRED[feature]();
}
