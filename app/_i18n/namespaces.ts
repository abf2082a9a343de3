import type account from "./messages/en/account.json";
import type apiDocs from "./messages/en/apiDocs.json";
import type auth from "./messages/en/auth.json";
import type errors from "./messages/en/errors.json";
import type invite from "./messages/en/invite.json";
import type landing from "./messages/en/landing.json";
import type map from "./messages/en/map.json";
import type shell from "./messages/en/shell.json";
import type trip from "./messages/en/trip.json";
import type tripActivity from "./messages/en/trip-activity.json";
import type tripDates from "./messages/en/trip-dates.json";
import type tripDetails from "./messages/en/trip-details.json";
import type tripShare from "./messages/en/trip-share.json";
import type trips from "./messages/en/trips.json";
import type ui from "./messages/en/ui.json";

/** English is the source: its keys are the type that every `t()` is checked against. */
export interface Messages {
  account: typeof account;
  apiDocs: typeof apiDocs;
  auth: typeof auth;
  errors: typeof errors;
  invite: typeof invite;
  landing: typeof landing;
  map: typeof map;
  shell: typeof shell;
  trip: typeof trip;
  "trip-activity": typeof tripActivity;
  "trip-dates": typeof tripDates;
  "trip-details": typeof tripDetails;
  "trip-share": typeof tripShare;
  trips: typeof trips;
  ui: typeof ui;
}

export type Namespace = keyof Messages;

// A record, so that forgetting a namespace of `Messages` here is a type error.
const known: Record<Namespace, true> = {
  account: true,
  apiDocs: true,
  auth: true,
  errors: true,
  invite: true,
  landing: true,
  map: true,
  shell: true,
  trip: true,
  "trip-activity": true,
  "trip-dates": true,
  "trip-details": true,
  "trip-share": true,
  trips: true,
  ui: true,
};

/** One JSON file per page or panel and language. */
export const namespaces = Object.keys(known) as readonly Namespace[];

/** What every page's client code may use without asking for it. */
export const baseNamespaces: readonly Namespace[] = ["ui", "shell", "errors"];
