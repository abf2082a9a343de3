import { httpUrl, integer, oneOf, price, text } from "./env-kinds.ts";

export const agentVariables = {
  AGENT_MODEL: text().optional().meta({ description: "Model name; with the key it turns the agent on." }),
  AGENT_API_KEY: text().optional().meta({ description: "Key of the model's server." }),
  AGENT_BASE_URL: httpUrl("https://models.example.org/v1").default("https://api.openai.com/v1").meta({
    description: "Any OpenAI-compatible server.",
  }),
  AGENT_SEES_IMAGES: oneOf("true", "false").default("false").meta({
    description: "Whether the model takes pictures: it is then shown flat street photos that it looks for.",
  }),
  AGENT_MAX_STEPS: integer(1, 100).default(12).meta({ description: "Model calls of one run." }),
  AGENT_MAX_OUTPUT_TOKENS: integer(1, 1_000_000).default(4096).meta({ description: "Tokens of one answer." }),
  AGENT_MAX_TOKENS: integer(1, 100_000_000)
    .default(300_000)
    .meta({ description: "Tokens of one run, read and written, of all its model calls together." }),
  AGENT_MAX_SECONDS: integer(5, 3600).default(180).meta({ description: "How long one run may take." }),
  AGENT_MAX_SILENCE_SECONDS: integer(1, 3600)
    .default(60)
    .meta({ description: "How long the model may say nothing before it is given up." }),
  AGENT_HISTORY_TOKENS: integer(500, 1_000_000).default(8000).meta({
    description: "About how much of the conversation so far the model is told; older words become a summary.",
  }),
  AGENT_ASKS_PER_PERSON: integer(1, 100_000)
    .default(30)
    .meta({ description: "Questions of one person in ten minutes." }),
  AGENT_ASKS_PER_TRIP: integer(1, 100_000)
    .default(60)
    .meta({ description: "Questions of one trip in ten minutes." }),
  AGENT_INPUT_PRICE: price().default(0).meta({
    description: "Price of a million tokens that are read, in whatever currency the limit is in.",
  }),
  AGENT_OUTPUT_PRICE: price().default(0).meta({
    description: "Price of a million tokens that are written.",
  }),
  AGENT_MAX_COST: price().optional().meta({
    description: "What one run may cost, by these prices.",
    fallback: "no limit",
  }),
  AGENT_MAX_DAILY_COST: price().optional().meta({
    description: "What all runs of one trip may cost in 24 hours.",
    fallback: "no limit",
  }),
};
