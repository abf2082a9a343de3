import type { StreetImagery } from "#tests/doubles/street-imagery.ts";

/** Returns the settings that make the service take its street photos from the double. */
export function streetPhotoSettings({ url, host, token }: StreetImagery): Record<string, string> {
  return {
    STREET_VIEW_PROVIDER: "primary",
    STREET_IMAGERY_ACCESS_TOKEN: token,
    STREET_IMAGERY_API_URL: url,
    STREET_IMAGERY_MEDIA_HOSTS: host,
  };
}
