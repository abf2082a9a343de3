import { v7 as uuidv7 } from "uuid";
import { call } from "#lib/client/base/api.ts";
import { feedsApi } from "#lib/shared/api/feeds.ts";
import type { Person } from "#tests/factories/people.ts";
import type { TripFixture } from "#tests/factories/trip-fixture.ts";
import { as } from "#tests/factories/trips.ts";
import type { SendInput } from "./handlers.ts";
import { formWith } from "./pictures.ts";
import { smallTripFile } from "./trip-files.ts";

/** Returns a form with one text file. */
export function fileForm(text: string, name = "places.gpx"): FormData {
  return formWith(new TextEncoder().encode(text), name, "application/octet-stream");
}

export const SMALL_GPX = `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
  <wpt lat="34.9671" lon="135.7727"><name>Fushimi Inari</name><desc>Go early.</desc></wpt></gpx>`;

/** A Splitwise file with a dinner that one member paid for two, and the settlement of the other half. */
export const SMALL_SPLITWISE = `Date,Description,Category,Cost,Currency,Mia,Tom
2026-11-14,Dinner,Dining out,30.00,JPY,15.00,-15.00
2026-11-15,Tom paid Mia,Payment,15.00,JPY,-15.00,15.00
2026-11-16,Total balance, , ,JPY,0.00,0.00
`;

async function onNewFeed({ owner, editor, viewer, tripId }: TripFixture, by: Person) {
  const reader = [owner, editor, viewer].includes(by) ? by : owner;
  return (await call(feedsApi.create, { params: { tripId }, body: {} }, as(reader))).data;
}

/** Inputs of the endpoints of exports, imports, feeds and copies, in the form that `inputs.ts` describes. */
export const FILE_INPUTS: Readonly<
  Record<string, (scene: TripFixture, by: Person) => SendInput | Promise<SendInput>>
> = {
  "trips.duplicate": ({ tripId }) => ({
    params: { tripId },
    body: { id: uuidv7(), title: "Kyoto again", startDate: "2027-04-01" },
  }),
  "exports.read": ({ tripId }) => ({ params: { tripId }, query: { format: "json", lang: "en" } }),
  "feeds.list": ({ tripId }) => ({ params: { tripId } }),
  "feeds.create": ({ tripId }) => ({ params: { tripId }, body: { id: uuidv7(), scope: "mine" } }),
  "feeds.revoke": async (scene, by) => {
    const { id } = await onNewFeed(scene, by);
    return { params: { tripId: scene.tripId, feedId: id } };
  },
  "feeds.read": async (scene) => {
    const { url } = await onNewFeed(scene, scene.owner);
    return { params: { token: url.split("/").at(-1) ?? "" } };
  },
  "imports.preview": ({ tripId }) => ({
    params: { tripId },
    query: { into: "ideas" },
    form: fileForm(SMALL_GPX),
  }),
  "imports.create": ({ tripId }) => ({ params: { tripId }, form: fileForm(SMALL_GPX) }),
  "imports.previewExpenses": ({ tripId }) => ({
    params: { tripId },
    form: fileForm(SMALL_SPLITWISE, "group.csv"),
  }),
  "imports.createExpenses": ({ tripId }) => ({
    params: { tripId },
    query: { people: "new,new", known: "add", rates: "EUR:160", ratesTo: "JPY" },
    form: fileForm(SMALL_SPLITWISE, "group.csv"),
  }),
  "imports.previewTrip": () => ({ form: fileForm(JSON.stringify(smallTripFile()), "trip.json") }),
  "imports.createTrip": () => ({
    query: { id: uuidv7() },
    form: fileForm(JSON.stringify(smallTripFile()), "trip.json"),
  }),
};
