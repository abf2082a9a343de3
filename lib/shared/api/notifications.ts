import * as z from "zod";
import { Id } from "../fields.ts";
import {
  NotificationDto,
  ReadNotifications,
  TripNotificationPatch,
  TripNotificationSettings,
} from "../notifications.ts";
import { InboxState, TicketDto } from "../protocol.ts";
import { NewPushSubscription, PushState, PushSubscriptionDto } from "../push.ts";
import { endpoint } from "./endpoint.ts";
import { PageQuery, TripParams } from "./params.ts";

/**
 * Who may call these endpoints about notifications: also guests without an account, since they get notifications like
 * everyone else.
 */
const own = { access: "user", guests: true, status: 200 } as const;
const ofTrip = {
  path: "/api/trips/{tripId}/notification-settings",
  access: "guest",
  params: TripParams,
  response: TripNotificationSettings,
  status: 200,
} as const;

export const notificationsApi = {
  list: endpoint({
    ...own,
    id: "notifications.list",
    method: "GET",
    path: "/api/users/me/notifications",
    summary: "The caller's inbox, newest first.",
    query: PageQuery,
    response: z.array(NotificationDto),
  }),
  state: endpoint({
    ...own,
    id: "notifications.state",
    method: "GET",
    path: "/api/users/me/notifications/state",
    summary: "How many of the caller's notifications are unread.",
    response: InboxState,
  }),
  read: endpoint({
    ...own,
    id: "notifications.read",
    method: "POST",
    path: "/api/users/me/notifications/read",
    summary: "Mark notifications as read: those named, those up to one, or with an empty body all.",
    body: ReadNotifications,
    response: InboxState,
  }),
  ticket: endpoint({
    ...own,
    id: "notifications.ticket",
    method: "POST",
    path: "/api/users/me/notifications/ticket",
    summary: "A single-use ticket for the WebSocket that tells of a changed inbox, valid for 60 seconds.",
    response: TicketDto,
  }),
  getSettings: endpoint({
    ...ofTrip,
    id: "notifications.getSettings",
    method: "GET",
    summary: "Which notifications the caller wants of this trip.",
  }),
  updateSettings: endpoint({
    ...ofTrip,
    id: "notifications.updateSettings",
    method: "PATCH",
    summary: "Choose by kind what the caller wants of this trip; null goes back to the general choice.",
    body: TripNotificationPatch,
  }),
  getPush: endpoint({
    ...own,
    id: "notifications.getPush",
    method: "GET",
    path: "/api/users/me/push-subscriptions",
    summary: "The service's public key for Web Push, and the browsers that the caller turned it on in.",
    response: PushState,
  }),
  subscribe: endpoint({
    ...own,
    id: "notifications.subscribe",
    method: "POST",
    path: "/api/users/me/push-subscriptions",
    summary: "Send pushes to this browser until its session ends; repeated, it is the same subscription.",
    body: NewPushSubscription,
    response: PushSubscriptionDto,
    status: 201,
  }),
  unsubscribe: endpoint({
    access: "user",
    guests: true,
    id: "notifications.unsubscribe",
    method: "DELETE",
    path: "/api/users/me/push-subscriptions/{subscriptionId}",
    summary: "Send no more pushes to this browser.",
    params: z.object({ subscriptionId: Id }),
    status: 204,
  }),
};
