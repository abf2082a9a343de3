import type { Namespace } from "#app/_i18n/namespaces.ts";

/** The message namespaces of a trip's page; those of the agent are added separately. */
export const tripNamespaces: readonly Namespace[] = [
  "trip",
  "trip-details",
  "trip-offline",
  "trip-queue",
  "trip-share",
  "trip-dates",
  "trip-checks",
  "trip-bookings",
  "trip-money",
  "trip-expense",
  "trip-budget",
  "trip-decisions",
  "trip-files",
  "trip-lists",
  "list-resources",
  "trip-activity",
  "trip-street",
  "trip-suggestions",
  "notifications",
  "palette",
  "paste",
  "places",
  "map",
  "covers",
];
