import { accountApi } from "./account.ts";
import { avatarApi } from "./avatar.ts";
import { accountEndpoints } from "./auth-account.ts";
import { signInEndpoints } from "./auth-sign-in.ts";
import { commentsApi } from "./comments.ts";
import { daysApi } from "./days.ts";
import type { DocumentedEndpoint, Endpoint } from "./endpoint.ts";
import { eventsApi } from "./events.ts";
import { invitesApi } from "./invites.ts";
import { membersApi } from "./members.ts";
import { realtimeApi } from "./realtime.ts";
import { serviceApi } from "./service.ts";
import { stopsApi } from "./stops.ts";
import { tripsApi } from "./trips.ts";
import { usersApi } from "./users.ts";

/** Every operation of the API; OpenAPI and the generated tests start here. */
export const allEndpoints: Endpoint[] = [
  tripsApi,
  daysApi,
  stopsApi,
  commentsApi,
  membersApi,
  invitesApi,
  eventsApi,
  realtimeApi,
  usersApi,
  accountApi,
  avatarApi,
  serviceApi,
].flatMap((resource): Endpoint[] => Object.values(resource));

/** What the API answers to outside its own routes, too: for its description alone. */
export const documentedEndpoints: DocumentedEndpoint[] = [
  ...signInEndpoints,
  ...accountEndpoints,
  ...allEndpoints,
];
