/** The API's endpoints for the service's own parts, which are not among the public ones. */
export const internalPaths = [
  "/api/internal/tick",
  "/api/internal/rooms/{tripId}/events",
  "/api/internal/rooms/{tripId}/authorize",
  "/api/internal/rooms/{tripId}/sessions",
  "/api/internal/inboxes/{userId}",
  "/api/internal/inboxes/{userId}/authorize",
  "/api/internal/inboxes/{userId}/sessions",
];

export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
}
