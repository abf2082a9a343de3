import { EnvError, parseEnv } from "#lib/server/env.ts";

/** What is said about each variable, by its name. */
export function problemsOf(source: Record<string, string | undefined>): Record<string, string> {
  try {
    parseEnv(source);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return Object.fromEntries(error.problems.map(({ name, problem }) => [name, problem]));
  }
  return {};
}
