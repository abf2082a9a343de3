// @alone: sets the environment, which the service reads once
import { expect, test } from "vitest";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { shortLink } from "#lib/server/open-services/followed-links.ts";
import { linkClient } from "#lib/server/places/links/resolve-short-link.ts";
import { placesApi } from "#lib/shared/api/places.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { AT_BRIDGE, BRIDGE_PATH, uniqueSiteAddress, useMapSites } from "#tests/helpers/map-sites.ts";
import { expectRefused } from "#tests/helpers/refusals.ts";

await useMapSites();

/** Stores the target of a short link, as if somebody had requested it before. */
async function known(link: string, leadsTo: string): Promise<void> {
  const short = shortLink(link);
  if (!short) throw new Error("This is no short link.");
  linkClient(short.hostname).note({ url: short.href }, { leadsTo }, 60_000);
  await awaitDeferredWork();
}

async function search(q: string) {
  const person = await newPerson();
  const trip = await newTrip(person, { destination: { name: "Kyoto", lat: 35.01, lng: 135.77 } });
  return send(placesApi.searchForTrip, { token: person.token, params: { tripId: trip.id }, query: { q } });
}

test("in a trip's field a short link is its place", async () => {
  const link = `https://${uniqueSiteAddress("maps.app.goo.gl")}?g_st=ipc`;
  await known(link, `https://www.google.com${BRIDGE_PATH}`);
  expect(await search(link)).toMatchObject({
    status: 200,
    body: [{ ...AT_BRIDGE, timezone: "Europe/Prague" }],
  });
});

test("a name and address are searched for, and by the name where the address says too much", async () => {
  const link = `https://${uniqueSiteAddress("maps.app.goo.gl")}`;
  await known(link, "https://maps.google.com/maps?q=Kyoto,+Somewhere+1,+99999&ftid=0x1:0x2");
  const { body } = await search(link);
  expect(body).toMatchObject([{ name: "Kyoto", kind: "city" }]);
});

test("a name that nobody knows is the middle of its link's map", async () => {
  const link = `https://${uniqueSiteAddress("j.map.baidu.com", "/00/")}`;
  await known(
    link,
    "https://map.baidu.com/poi/%E5%9C%B0%E5%9B%BE%E4%B8%8A%E7%9A%84%E7%82%B9/@12958162,4825907,17z",
  );
  expect((await search(link)).body).toMatchObject([{ name: "地图上的点", isView: true, countryCode: "CN" }]);
});

test("a refusal has the reason in its details, and says what to do", async () => {
  const message = "This link is a list of places. Export it with Google Takeout and import the file.";
  const answer = await search("https://www.google.com/maps/placelists/list/abc");
  expectRefused(answer, 422, "VALIDATION_FAILED", message, {
    issues: [{ path: "query.q", message }],
    details: { link: "list" },
  });
});
