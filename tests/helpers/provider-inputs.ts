import { AGENT_INPUTS } from "./agent-inputs.ts";
import { STREET_VIEW_INPUTS } from "./street-view-inputs.ts";

/** For files that have turned on what is asked of others' servers. */
export const PROVIDER_INPUTS = { ...AGENT_INPUTS, ...STREET_VIEW_INPUTS };
