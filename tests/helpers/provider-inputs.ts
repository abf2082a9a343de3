import { AGENT_INPUTS } from "./agent-inputs.ts";
import { STREET_VIEW_INPUTS } from "./street-view-inputs.ts";

/** Inputs of the endpoints that call other parties' servers, for test files that have turned these on. */
export const PROVIDER_INPUTS = { ...AGENT_INPUTS, ...STREET_VIEW_INPUTS };
