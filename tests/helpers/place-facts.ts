import { afterAll, beforeEach } from "vitest";
import { type PlaceFactsServer, startPlaceFactsServer } from "#tests/doubles/place-facts.ts";

/**
 * Starts doubles of the open services with facts about places. Call it at the top of a test file. Object `node/1` has a
 * picture.
 */
export async function usePlaceFacts(): Promise<PlaceFactsServer> {
  const lore = await startPlaceFactsServer();
  Object.assign(process.env, {
    PLACE_FACTS_URL: lore.url,
    WIKIDATA_URL: lore.url,
    WIKIPEDIA_URL: `${lore.url}/{lang}`,
    WIKIMEDIA_COMMONS_URL: lore.url,
  });
  lore.tags.set("node/1", { name: "Town hall", wikidata: "Q1" });
  lore.entities.set("Q1", { sites: {}, picture: "Town hall.jpg" });
  lore.licences.set("Town hall.jpg", "CC0");
  afterAll(() => lore.stop());
  beforeEach(() => {
    lore.troubles.clear();
    lore.remark.text = null;
    lore.asked.length = 0;
    lore.cells.length = 0;
  });
  return lore;
}
