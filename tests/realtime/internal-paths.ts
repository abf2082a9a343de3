/** What the API offers its own parts; not among the public endpoints. */
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
