import { commentsApi } from "./comments.ts";
import { daysApi } from "./days.ts";
import type { Endpoint } from "./endpoint.ts";
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
  serviceApi,
].flatMap((resource): Endpoint[] => Object.values(resource));
