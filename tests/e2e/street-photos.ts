import type { StreetImagery } from "#tests/doubles/street-imagery.ts";

/** What tells the service to take its street photos from there. */
export function streetPhotosOf({ url, host, token }: StreetImagery): Record<string, string> {
  return {
    STREET_VIEW_PROVIDER: "primary",
    STREET_IMAGERY_ACCESS_TOKEN: token,
    STREET_IMAGERY_API_URL: url,
    STREET_IMAGERY_MEDIA_HOSTS: host,
  };
}
