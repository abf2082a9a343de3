import type account from "./messages/en/account.json";
import type apiDocs from "./messages/en/apiDocs.json";
import type auth from "./messages/en/auth.json";
import type covers from "./messages/en/covers.json";
import type errors from "./messages/en/errors.json";
import type invite from "./messages/en/invite.json";
import type landing from "./messages/en/landing.json";
import type licences from "./messages/en/licences.json";
import type listResources from "./messages/en/list-resources.json";
import type map from "./messages/en/map.json";
import type notifications from "./messages/en/notifications.json";
import type offline from "./messages/en/offline.json";
import type outgoing from "./messages/en/outgoing.json";
import type palette from "./messages/en/palette.json";
import type paste from "./messages/en/paste.json";
import type places from "./messages/en/places.json";
import type shell from "./messages/en/shell.json";
import type trip from "./messages/en/trip.json";
import type tripActivity from "./messages/en/trip-activity.json";
import type tripAgent from "./messages/en/trip-agent.json";
import type tripBookings from "./messages/en/trip-bookings.json";
import type tripBudget from "./messages/en/trip-budget.json";
import type tripChecks from "./messages/en/trip-checks.json";
import type tripDates from "./messages/en/trip-dates.json";
import type tripDecisions from "./messages/en/trip-decisions.json";
import type tripDetails from "./messages/en/trip-details.json";
import type tripExpense from "./messages/en/trip-expense.json";
import type tripFiles from "./messages/en/trip-files.json";
import type tripLists from "./messages/en/trip-lists.json";
import type tripMoney from "./messages/en/trip-money.json";
import type tripOffline from "./messages/en/trip-offline.json";
import type tripQueue from "./messages/en/trip-queue.json";
import type tripShare from "./messages/en/trip-share.json";
import type tripStreet from "./messages/en/trip-street.json";
import type tripSuggestions from "./messages/en/trip-suggestions.json";
import type trips from "./messages/en/trips.json";
import type ui from "./messages/en/ui.json";

/** The texts by namespace. English is the source: its keys are the type for every `t()`. */
export interface Messages {
  account: typeof account;
  apiDocs: typeof apiDocs;
  auth: typeof auth;
  covers: typeof covers;
  errors: typeof errors;
  invite: typeof invite;
  landing: typeof landing;
  licences: typeof licences;
  "list-resources": typeof listResources;
  map: typeof map;
  notifications: typeof notifications;
  offline: typeof offline;
  outgoing: typeof outgoing;
  palette: typeof palette;
  paste: typeof paste;
  places: typeof places;
  shell: typeof shell;
  trip: typeof trip;
  "trip-activity": typeof tripActivity;
  "trip-agent": typeof tripAgent;
  "trip-bookings": typeof tripBookings;
  "trip-budget": typeof tripBudget;
  "trip-checks": typeof tripChecks;
  "trip-dates": typeof tripDates;
  "trip-decisions": typeof tripDecisions;
  "trip-details": typeof tripDetails;
  "trip-expense": typeof tripExpense;
  "trip-files": typeof tripFiles;
  "trip-lists": typeof tripLists;
  "trip-money": typeof tripMoney;
  "trip-offline": typeof tripOffline;
  "trip-queue": typeof tripQueue;
  "trip-share": typeof tripShare;
  "trip-street": typeof tripStreet;
  "trip-suggestions": typeof tripSuggestions;
  trips: typeof trips;
  ui: typeof ui;
}

export type Namespace = keyof Messages;

// The namespaces are the keys of a record, so that a missing namespace of `Messages` is a type error.
const known: Record<Namespace, true> = {
  account: true,
  apiDocs: true,
  auth: true,
  covers: true,
  errors: true,
  invite: true,
  landing: true,
  licences: true,
  "list-resources": true,
  map: true,
  notifications: true,
  offline: true,
  outgoing: true,
  palette: true,
  paste: true,
  places: true,
  shell: true,
  trip: true,
  "trip-activity": true,
  "trip-agent": true,
  "trip-bookings": true,
  "trip-budget": true,
  "trip-checks": true,
  "trip-dates": true,
  "trip-decisions": true,
  "trip-details": true,
  "trip-expense": true,
  "trip-files": true,
  "trip-lists": true,
  "trip-money": true,
  "trip-offline": true,
  "trip-queue": true,
  "trip-share": true,
  "trip-street": true,
  "trip-suggestions": true,
  trips: true,
  ui: true,
};

/** The namespaces; each has one JSON file per language. */
export const namespaces = Object.keys(known) as readonly Namespace[];

/** The namespaces that the client code of every page gets. */
export const baseNamespaces: readonly Namespace[] = ["ui", "shell", "errors"];
