import type { Namespace } from "#app/_i18n/namespaces.ts";

/** The texts of a trip's page; its agent's come beside them. */
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
