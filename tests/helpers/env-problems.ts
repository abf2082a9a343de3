import { EnvError, parseEnv } from "#lib/server/env/env.ts";

/** Returns the problems that the check of the environment reports, by variable name. */
export function problemsOf(source: Record<string, string | undefined>): Record<string, string> {
  try {
    parseEnv(source);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return Object.fromEntries(error.problems.map(({ name, problem }) => [name, problem]));
  }
  return {};
}
