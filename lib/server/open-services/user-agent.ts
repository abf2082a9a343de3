import manifest from "../../../package.json" with { type: "json" };
import { env } from "../env.ts";

/** Who asks, and where its operator can be found, as owners of open services want to know. */
export function userAgent(baseUrl = env().BASE_URL): string {
  return `Wayfare/${manifest.version} (${baseUrl})`;
}
