import { afterAll, beforeEach } from "vitest";
import { type StreetImagery, startStreetImagery } from "#tests/doubles/street-imagery.ts";

/** Turns street view on for a test file. Call it at its top, before anything reads the configuration. */
export async function useStreetView(env: Readonly<Record<string, string>> = {}): Promise<StreetImagery> {
  const imagery = await startStreetImagery();
  Object.assign(process.env, {
    STREET_VIEW_PROVIDER: "primary",
    STREET_IMAGERY_ACCESS_TOKEN: imagery.token,
    STREET_IMAGERY_API_URL: imagery.url,
    STREET_IMAGERY_MEDIA_HOSTS: imagery.host,
    ...env,
  });
  beforeEach(() => imagery.reset());
  afterAll(() => imagery.stop());
  return imagery;
}
