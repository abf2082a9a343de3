import { AppError } from "#lib/shared/errors.ts";
import { env } from "../env/env.ts";

/** The operator's settings for the agent's model. */
export interface AgentModelConfig {
  model: string;
  apiKey: string;
  baseUrl: string;
}

/** Returns the settings of the agent's model, or null without a model or its key: then there is no agent. */
export function agentModel(): AgentModelConfig | null {
  const { AGENT_MODEL, AGENT_API_KEY, AGENT_BASE_URL } = env();
  return AGENT_MODEL && AGENT_API_KEY
    ? { model: AGENT_MODEL, apiKey: AGENT_API_KEY, baseUrl: AGENT_BASE_URL }
    : null;
}

/**
 * Returns the settings of the agent's model.
 * @throws AppError AGENT_DISABLED (404) when there is no agent
 */
export function requireAgent(): AgentModelConfig {
  const model = agentModel();
  if (!model) throw new AppError("AGENT_DISABLED", "This service has no trip agent.");
  return model;
}
