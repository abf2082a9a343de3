import { oneOf } from "./env-kinds.ts";

export const logVariables = {
  LOG_LEVEL: oneOf("trace", "debug", "info", "warn", "error", "silent").default("info").meta({
    description: "Least severe line that is logged.",
  }),
  LOG_REQUESTS: oneOf("all", "failed", "none").optional().meta({
    description: "Which requests to the API get a line of their own.",
    fallback: "all; failed under `npm run dev`",
  }),
};
