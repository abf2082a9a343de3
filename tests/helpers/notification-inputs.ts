import { v7 as uuidv7 } from "uuid";
import { call } from "#lib/client/base/api.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";
import type { Person } from "#tests/factories/people.ts";
import type { TripFixture } from "#tests/factories/trip-fixture.ts";
import { as } from "#tests/factories/trips.ts";
import type { SendInput } from "./handlers.ts";
import { newSubscription } from "./subscriptions.ts";

type MakeInput = (scene: TripFixture, by: Person) => SendInput | Promise<SendInput>;

function onTrip({ tripId }: TripFixture, more: Omit<SendInput, "params"> = {}): SendInput {
  return { params: { tripId }, ...more };
}

export const NOTIFICATION_INPUTS: Readonly<Record<string, MakeInput>> = {
  "notifications.list": () => ({ query: { limit: "10" } }),
  "notifications.state": () => ({}),
  "notifications.read": () => ({ body: { ids: [uuidv7()], upTo: uuidv7() } }),
  "notifications.ticket": () => ({}),
  "notifications.getSettings": (scene) => onTrip(scene),
  "notifications.updateSettings": (scene) =>
    onTrip(scene, { body: { mention: "inbox", decision_tied: null } }),
  "notifications.getPush": () => ({}),
  "notifications.subscribe": () => ({ body: newSubscription() }),
  "notifications.unsubscribe": async (_, by) => {
    const { data } = await call(notificationsApi.subscribe, { body: newSubscription() }, as(by));
    return { params: { subscriptionId: data.id } };
  },
};
