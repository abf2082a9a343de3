import { answerJson, type LoopbackServer, startLoopback } from "./loopback-server.ts";

const PICTURE = {
  imageinfo: [
    { url: "https://upload.example.test/Lisbon.jpg", descriptionurl: "https://commons.example.test/Lisbon" },
  ],
};

/** Each service's answer to a minimal request, by path. */
const ANSWERS: ReadonlyArray<readonly [path: RegExp, answer: (query: URLSearchParams) => unknown]> = [
  [
    /^\/planet$/,
    () => ({ tilejson: "3.0.0", tiles: ["https://tiles.example.test/{z}/{x}/{y}.pbf"], maxzoom: 14 }),
  ],
  [/^\/v1\/(forecast|archive)$/, () => ({ daily: { time: ["2026-11-28"], temperature_2m_max: [17.2] } })],
  [/^\/api\/rest_v1\/page\/summary\//, () => ({ title: "Lisbon", extract: "The capital of Portugal." })],
  [
    /^\/w\/api\.php$/,
    (query) =>
      query.get("action") === "wbgetentities"
        ? { entities: { Q597: { labels: { en: { language: "en", value: "Lisbon" } } } } }
        : { query: { pages: { 1: PICTURE } } },
  ],
  [/^\/api\/interpreter$/, () => ({ version: 0.6, elements: [] })],
  [/^\/api\/v5\/plan$/, () => ({ itineraries: [] })],
];

/** Starts a double of the open services that have no double of their own, at one address. */
export function startOpenServices(): Promise<LoopbackServer> {
  return startLoopback((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://open.test");
    const found = ANSWERS.find(([path]) => path.test(pathname));
    if (!found) return answerJson(response, 404, { error: "not found" });
    answerJson(response, 200, found[1](searchParams));
  });
}
