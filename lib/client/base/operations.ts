import type { RegisteredEndpoint } from "#lib/shared/api/registry.ts";
import type { Operation } from "./api.ts";

/**
 * The method and path of each endpoint of one resource, for a client. The compiler checks every entry against the
 * endpoint with the same id, from which `call` takes the types of input and output; the schemas stay with the service.
 */
type OperationsOf<Resource extends string> = {
  readonly [E in RegisteredEndpoint as NameIn<Resource, E["id"]>]?: Pick<E, keyof Operation>;
};
type NameIn<Resource extends string, Id> = Id extends `${Resource}.${infer Name}` ? Name : never;

export const tripsApi = {
  list: { method: "GET", path: "/api/trips" },
  create: { method: "POST", path: "/api/trips" },
  get: { method: "GET", path: "/api/trips/{tripId}" },
  snapshot: { method: "GET", path: "/api/trips/{tripId}/snapshot" },
  update: { method: "PATCH", path: "/api/trips/{tripId}" },
  delete: { method: "DELETE", path: "/api/trips/{tripId}" },
  restore: { method: "POST", path: "/api/trips/{tripId}/restore" },
  archive: { method: "POST", path: "/api/trips/{tripId}/archive" },
  unarchive: { method: "POST", path: "/api/trips/{tripId}/unarchive" },
  duplicate: { method: "POST", path: "/api/trips/{tripId}/duplicate" },
  transfer: { method: "POST", path: "/api/trips/{tripId}/transfer" },
  leave: { method: "POST", path: "/api/trips/{tripId}/leave" },
  previewDates: { method: "POST", path: "/api/trips/{tripId}/dates/preview" },
} satisfies OperationsOf<"trips">;

export const coversApi = {
  get: { method: "GET", path: "/api/trips/{tripId}/cover" },
  ofInvite: { method: "GET", path: "/api/uploads/invites/{token}/cover" },
} satisfies OperationsOf<"covers">;

export const daysApi = {
  update: { method: "PATCH", path: "/api/trips/{tripId}/days/{dayId}" },
  order: { method: "PUT", path: "/api/trips/{tripId}/days/{dayId}/order" },
} satisfies OperationsOf<"days">;

export const legsApi = {
  list: { method: "GET", path: "/api/trips/{tripId}/days/{dayId}/legs" },
  optimized: { method: "GET", path: "/api/trips/{tripId}/days/{dayId}/legs/optimized" },
} satisfies OperationsOf<"legs">;

export const weatherApi = {
  ofTrip: { method: "GET", path: "/api/trips/{tripId}/weather" },
} satisfies OperationsOf<"weather">;

export const stopsApi = {
  create: { method: "POST", path: "/api/trips/{tripId}/stops" },
  createMany: { method: "POST", path: "/api/trips/{tripId}/stops/batch" },
  update: { method: "PATCH", path: "/api/trips/{tripId}/stops/{stopId}" },
  delete: { method: "DELETE", path: "/api/trips/{tripId}/stops/{stopId}" },
  restore: { method: "POST", path: "/api/trips/{tripId}/stops/{stopId}/restore" },
  move: { method: "POST", path: "/api/trips/{tripId}/stops/{stopId}/move" },
  vote: { method: "PUT", path: "/api/trips/{tripId}/stops/{stopId}/vote" },
} satisfies OperationsOf<"stops">;

export const reservationsApi = {
  create: { method: "POST", path: "/api/trips/{tripId}/reservations" },
  update: { method: "PATCH", path: "/api/trips/{tripId}/reservations/{reservationId}" },
  delete: { method: "DELETE", path: "/api/trips/{tripId}/reservations/{reservationId}" },
  restore: { method: "POST", path: "/api/trips/{tripId}/reservations/{reservationId}/restore" },
} satisfies OperationsOf<"reservations">;

export const attachmentsApi = {
  upload: { method: "POST", path: "/api/trips/{tripId}/attachments" },
  begin: { method: "POST", path: "/api/trips/{tripId}/attachments/begin" },
  confirm: { method: "POST", path: "/api/trips/{tripId}/attachments/confirm" },
  read: { method: "GET", path: "/api/trips/{tripId}/attachments/{attachmentId}/file" },
  delete: { method: "DELETE", path: "/api/trips/{tripId}/attachments/{attachmentId}" },
  restore: { method: "POST", path: "/api/trips/{tripId}/attachments/{attachmentId}/restore" },
} satisfies OperationsOf<"attachments">;

export const commentsApi = {
  list: { method: "GET", path: "/api/trips/{tripId}/comments" },
  create: { method: "POST", path: "/api/trips/{tripId}/comments" },
  update: { method: "PATCH", path: "/api/trips/{tripId}/comments/{commentId}" },
  delete: { method: "DELETE", path: "/api/trips/{tripId}/comments/{commentId}" },
  restore: { method: "POST", path: "/api/trips/{tripId}/comments/{commentId}/restore" },
  resolve: { method: "POST", path: "/api/trips/{tripId}/comments/{commentId}/resolve" },
  unread: { method: "GET", path: "/api/trips/{tripId}/comments/unread" },
  read: { method: "PUT", path: "/api/trips/{tripId}/comments/read" },
} satisfies OperationsOf<"comments">;

export const itemsApi = {
  createMany: { method: "POST", path: "/api/trips/{tripId}/items/batch" },
  update: { method: "PATCH", path: "/api/trips/{tripId}/items/{itemId}" },
  delete: { method: "DELETE", path: "/api/trips/{tripId}/items/{itemId}" },
  restore: { method: "POST", path: "/api/trips/{tripId}/items/{itemId}/restore" },
  move: { method: "POST", path: "/api/trips/{tripId}/items/{itemId}/move" },
} satisfies OperationsOf<"items">;

export const decisionsApi = {
  create: { method: "POST", path: "/api/trips/{tripId}/decisions" },
  update: { method: "PATCH", path: "/api/trips/{tripId}/decisions/{decisionId}" },
  delete: { method: "DELETE", path: "/api/trips/{tripId}/decisions/{decisionId}" },
  close: { method: "POST", path: "/api/trips/{tripId}/decisions/{decisionId}/close" },
  reopen: { method: "POST", path: "/api/trips/{tripId}/decisions/{decisionId}/reopen" },
} satisfies OperationsOf<"decisions">;

export const expensesApi = {
  list: { method: "GET", path: "/api/trips/{tripId}/expenses" },
  create: { method: "POST", path: "/api/trips/{tripId}/expenses" },
  update: { method: "PATCH", path: "/api/trips/{tripId}/expenses/{expenseId}" },
  delete: { method: "DELETE", path: "/api/trips/{tripId}/expenses/{expenseId}" },
  restore: { method: "POST", path: "/api/trips/{tripId}/expenses/{expenseId}/restore" },
} satisfies OperationsOf<"expenses">;

export const settlementsApi = {
  create: { method: "POST", path: "/api/trips/{tripId}/settlements" },
  update: { method: "PATCH", path: "/api/trips/{tripId}/settlements/{settlementId}" },
  delete: { method: "DELETE", path: "/api/trips/{tripId}/settlements/{settlementId}" },
  restore: { method: "POST", path: "/api/trips/{tripId}/settlements/{settlementId}/restore" },
} satisfies OperationsOf<"settlements">;

export const moneyApi = {
  balances: { method: "GET", path: "/api/trips/{tripId}/balances" },
  settleUp: { method: "GET", path: "/api/trips/{tripId}/settle-up" },
  budget: { method: "GET", path: "/api/trips/{tripId}/budget" },
  setBudget: { method: "PUT", path: "/api/trips/{tripId}/budget" },
  rate: { method: "GET", path: "/api/trips/{tripId}/rates" },
  previewCurrency: { method: "POST", path: "/api/trips/{tripId}/currency/preview" },
} satisfies OperationsOf<"money">;

export const membersApi = {
  update: { method: "PATCH", path: "/api/trips/{tripId}/members/{userId}" },
  remove: { method: "DELETE", path: "/api/trips/{tripId}/members/{userId}" },
  addPlaceholder: { method: "POST", path: "/api/trips/{tripId}/placeholders" },
  renamePlaceholder: { method: "PATCH", path: "/api/trips/{tripId}/placeholders/{memberId}" },
  removePlaceholder: { method: "DELETE", path: "/api/trips/{tripId}/placeholders/{memberId}" },
  mergePlaceholder: { method: "POST", path: "/api/trips/{tripId}/placeholders/{memberId}/merge" },
  restorePlaceholder: { method: "POST", path: "/api/trips/{tripId}/placeholders/{memberId}/restore" },
} satisfies OperationsOf<"members">;

export const invitesApi = {
  list: { method: "GET", path: "/api/trips/{tripId}/invites" },
  create: { method: "POST", path: "/api/trips/{tripId}/invites" },
  revoke: { method: "DELETE", path: "/api/trips/{tripId}/invites/{inviteId}" },
  accept: { method: "POST", path: "/api/invites/{token}/accept" },
} satisfies OperationsOf<"invites">;

export const eventsApi = {
  list: { method: "GET", path: "/api/trips/{tripId}/events" },
  undo: { method: "POST", path: "/api/trips/{tripId}/events/{seq}/undo" },
} satisfies OperationsOf<"events">;

export const suggestionsApi = {
  list: { method: "GET", path: "/api/trips/{tripId}/suggestions" },
  create: { method: "POST", path: "/api/trips/{tripId}/suggestions" },
  accept: { method: "POST", path: "/api/trips/{tripId}/suggestions/{suggestionId}/accept" },
  dismiss: { method: "POST", path: "/api/trips/{tripId}/suggestions/{suggestionId}/dismiss" },
  withdraw: { method: "POST", path: "/api/trips/{tripId}/suggestions/{suggestionId}/withdraw" },
} satisfies OperationsOf<"suggestions">;

export const exportsApi = {
  read: { method: "GET", path: "/api/trips/{tripId}/export" },
} satisfies OperationsOf<"exports">;

export const feedsApi = {
  list: { method: "GET", path: "/api/trips/{tripId}/feeds" },
  create: { method: "POST", path: "/api/trips/{tripId}/feeds" },
  revoke: { method: "DELETE", path: "/api/trips/{tripId}/feeds/{feedId}" },
} satisfies OperationsOf<"feeds">;

export const importsApi = {
  preview: { method: "POST", path: "/api/trips/{tripId}/import/preview" },
  create: { method: "POST", path: "/api/trips/{tripId}/import" },
  previewExpenses: { method: "POST", path: "/api/trips/{tripId}/import/expenses/preview" },
  createExpenses: { method: "POST", path: "/api/trips/{tripId}/import/expenses" },
  previewTrip: { method: "POST", path: "/api/trips/import/preview" },
  createTrip: { method: "POST", path: "/api/trips/import" },
} satisfies OperationsOf<"imports">;

export const realtimeApi = {
  ticket: { method: "POST", path: "/api/trips/{tripId}/realtime/ticket" },
} satisfies OperationsOf<"realtime">;

export const accountApi = {
  export: { method: "GET", path: "/api/users/me/export" },
  delete: { method: "DELETE", path: "/api/users/me" },
} satisfies OperationsOf<"account">;

export const avatarApi = {
  upload: { method: "POST", path: "/api/users/avatar" },
  remove: { method: "DELETE", path: "/api/users/avatar" },
} satisfies OperationsOf<"avatar">;

export const notificationsApi = {
  list: { method: "GET", path: "/api/users/me/notifications" },
  state: { method: "GET", path: "/api/users/me/notifications/state" },
  read: { method: "POST", path: "/api/users/me/notifications/read" },
  ticket: { method: "POST", path: "/api/users/me/notifications/ticket" },
  getSettings: { method: "GET", path: "/api/trips/{tripId}/notification-settings" },
  updateSettings: { method: "PATCH", path: "/api/trips/{tripId}/notification-settings" },
  getPush: { method: "GET", path: "/api/users/me/push-subscriptions" },
  subscribe: { method: "POST", path: "/api/users/me/push-subscriptions" },
  unsubscribe: { method: "DELETE", path: "/api/users/me/push-subscriptions/{subscriptionId}" },
} satisfies OperationsOf<"notifications">;

export const placesApi = {
  search: { method: "GET", path: "/api/places" },
  searchForTrip: { method: "GET", path: "/api/trips/{tripId}/places" },
  about: { method: "GET", path: "/api/trips/{tripId}/places/about" },
  around: { method: "GET", path: "/api/trips/{tripId}/places/around" },
  plannedHours: { method: "GET", path: "/api/trips/{tripId}/places/hours" },
  picture: { method: "GET", path: "/api/trips/{tripId}/places/picture" },
  readPaste: { method: "POST", path: "/api/trips/{tripId}/places/pasted" },
} satisfies OperationsOf<"places">;

export const streetViewApi = {
  search: { method: "GET", path: "/api/trips/{tripId}/street-view/images" },
  get: { method: "GET", path: "/api/trips/{tripId}/street-view/images/{imageId}" },
  preview: { method: "GET", path: "/api/trips/{tripId}/street-view/images/{imageId}/preview" },
  viewerConfig: { method: "GET", path: "/api/trips/{tripId}/street-view/viewer-config" },
} satisfies OperationsOf<"streetView">;

export const searchApi = {
  find: { method: "GET", path: "/api/search" },
} satisfies OperationsOf<"search">;

export const usersApi = {
  getPreferences: { method: "GET", path: "/api/users/me/preferences" },
  updatePreferences: { method: "PATCH", path: "/api/users/me/preferences" },
} satisfies OperationsOf<"users">;

export const agentApi = {
  messages: { method: "GET", path: "/api/trips/{tripId}/agent/messages" },
  ask: { method: "POST", path: "/api/trips/{tripId}/agent/messages" },
  events: { method: "GET", path: "/api/trips/{tripId}/agent/events" },
  stream: { method: "GET", path: "/api/trips/{tripId}/agent/stream" },
  status: { method: "GET", path: "/api/trips/{tripId}/agent/status" },
  cancel: { method: "POST", path: "/api/trips/{tripId}/agent/cancel" },
  settings: { method: "PATCH", path: "/api/trips/{tripId}/agent/settings" },
} satisfies OperationsOf<"agent">;
