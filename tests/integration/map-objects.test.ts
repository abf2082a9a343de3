// @alone: sets the environment, which the service reads once
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { answerJson, startLoopback } from "#tests/doubles/loopback-server.ts";
import { POINT, refusal, useMapSites } from "#tests/helpers/map-sites.ts";

let elements: object[] | "busy" = [];
const questions: string[] = [];
const facts = await startLoopback((request, response) => {
  questions.push(new URL(request.url ?? "", "http://facts.test").searchParams.get("data") ?? "");
  if (elements === "busy") response.writeHead(504).end("busy");
  else answerJson(response, 200, { version: 0.6, elements });
});
const { paste } = await useMapSites({ PLACE_FACTS_URL: facts.url });

afterAll(() => facts.stop());
beforeEach(() => {
  questions.length = 0;
  elements = [];
});

describe("an object of OpenStreetMap", () => {
  const BRIDGE = {
    type: "way",
    id: 45,
    tags: { name: "Karlův most", "name:en": "Charles Bridge", "name:zh": "查理大桥", highway: "pedestrian" },
    center: { lat: 50.0865, lon: 14.4114 },
  };
  const found = {
    name: "Charles Bridge",
    kind: "address",
    ...POINT,
    countryCode: "CZ",
    timezone: "Europe/Prague",
    source: "OpenStreetMap",
    attribution: "© OpenStreetMap contributors",
  };

  test.each(["node", "way", "relation"])("a %s is asked for by its number", async (type) => {
    const id = Math.floor(Math.random() * 1e12);
    elements = [{ ...BRIDGE, type, id }];
    const places = await paste(`https://www.openstreetmap.org/${type}/${id}`);
    expect(places).toMatchObject([{ ...found, placeRef: `osm:${type}/${id}` }]);
    expect(questions).toEqual([`[out:json][timeout:8];${type}(${id});out tags center;`]);
  });

  test("is where it is, and not in the middle of the link's map; its name is in the reader's language", async () => {
    elements = [BRIDGE];
    const link = "https://osmapp.org/way/451#17.00/50.2000/14.1000";
    expect(await paste(link, "zh")).toMatchObject([{ name: "查理大桥", ...POINT }]);
  });

  test("without a name is a point", async () => {
    elements = [{ type: "node", id: 46, lat: 50.0865, lon: 14.4114 }];
    expect(await paste("https://www.openstreetmap.org/node/46")).toMatchObject([
      { name: "50.08650, 14.41140", kind: "point", placeRef: "osm:node/46" },
    ]);
  });

  test("that nobody knows gives nothing; of one that cannot be asked for the map's middle is known at least", async () => {
    await expect(paste("https://www.openstreetmap.org/node/47")).rejects.toEqual(refusal("nothing"));
    elements = "busy";
    await expect(paste("https://www.openstreetmap.org/node/48")).rejects.toEqual(refusal("no_answer"));
    const link = "https://www.openstreetmap.org/node/49#map=17/50.0865/14.4114";
    expect(await paste(link)).toMatchObject([{ ...POINT, isView: true, placeRef: "osm:node/49" }]);
  });
});
