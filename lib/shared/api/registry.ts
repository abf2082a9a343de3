import { accountApi } from "./account.ts";
import { agentApi } from "./agent.ts";
import { attachmentsApi } from "./attachments.ts";
import { avatarApi } from "./avatar.ts";
import { accountEndpoints } from "./auth-account.ts";
import { signInEndpoints } from "./auth-sign-in.ts";
import { commentsApi } from "./comments.ts";
import { coversApi } from "./covers.ts";
import { daysApi } from "./days.ts";
import { decisionsApi } from "./decisions.ts";
import type { DocumentedEndpoint, Endpoint } from "./endpoint.ts";
import { eventsApi } from "./events.ts";
import { expensesApi } from "./expenses.ts";
import { exportsApi } from "./exports.ts";
import { feedsApi } from "./feeds.ts";
import { importsApi } from "./imports.ts";
import { invitesApi } from "./invites.ts";
import { itemsApi } from "./items.ts";
import { legsApi } from "./legs.ts";
import { listsApi } from "./lists.ts";
import { membersApi } from "./members.ts";
import { moneyApi } from "./money.ts";
import { notificationsApi } from "./notifications.ts";
import { placesApi } from "./places.ts";
import { realtimeApi } from "./realtime.ts";
import { reservationsApi } from "./reservations.ts";
import { searchApi } from "./search.ts";
import { serviceApi } from "./service.ts";
import { settlementsApi } from "./settlements.ts";
import { stopsApi } from "./stops.ts";
import { streetViewApi } from "./street-view.ts";
import { suggestionsApi } from "./suggestions.ts";
import { tripsApi } from "./trips.ts";
import { usersApi } from "./users.ts";
import { weatherApi } from "./weather.ts";

const resources = [
  tripsApi,
  coversApi,
  daysApi,
  legsApi,
  stopsApi,
  reservationsApi,
  expensesApi,
  settlementsApi,
  moneyApi,
  attachmentsApi,
  commentsApi,
  itemsApi,
  ...Object.values(listsApi),
  decisionsApi,
  suggestionsApi,
  membersApi,
  invitesApi,
  eventsApi,
  exportsApi,
  feedsApi,
  importsApi,
  realtimeApi,
  notificationsApi,
  usersApi,
  accountApi,
  avatarApi,
  searchApi,
  placesApi,
  weatherApi,
  streetViewApi,
  agentApi,
  serviceApi,
] as const;
type OperationsOf<Resource> = Resource extends object ? Resource[keyof Resource] : never;

/** Any operation by its own type, from which the typed client derives the types of the schemas. */
export type RegisteredEndpoint = OperationsOf<(typeof resources)[number]>;

/** Every operation of the API; OpenAPI and the generated tests start here. */
export const allEndpoints: Endpoint[] = resources.flatMap((resource): Endpoint[] => Object.values(resource));

/**
 * Every endpoint in the API's documentation, also those that other code than our routes answers. Only the OpenAPI
 * document uses this list.
 */
export const documentedEndpoints: DocumentedEndpoint[] = [
  ...signInEndpoints,
  ...accountEndpoints,
  ...allEndpoints,
];
