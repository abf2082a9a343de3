import manifest from "../../../package.json" with { type: "json" };
import { env } from "../env/env.ts";

/**
 * Returns the `User-Agent` with the service's version and URL, by which owners of open services can find its operator.
 */
export function userAgent(baseUrl = env().BASE_URL): string {
  return `Wayfare/${manifest.version} (${baseUrl})`;
}
