// @long: the caching of every spelling of an address; contract/states has the headers
import { expect, test } from "@playwright/test";
import { appUrl, signInNewPerson } from "./entering.ts";
import { answerTo } from "./raw-answer.ts";

/** Spellings of an address that servers and caches may interpret differently. */
const SPELLINGS = [
  "/api/trips",
  "/api/trips/",
  "/api/trips//",
  "/api/trips/..;/",
  "/api/trips;/x",
  "/api/trips;x=.css",
  "/api/health/..;/trips",
  "/api/./trips",
  "/api/health/../trips",
  "/api/health/%2e%2e/trips",
  "/api/health/%2E%2E%2Ftrips",
  "/api/%74rips",
  "/%61pi/trips",
  "/api//trips",
  "//api/trips",
  "//evil.example/api/trips",
  "//evil.example/%2e%2e/",
  "/\\evil.example",
  "/%5cevil.example",
  "//[",
  "/api\\trips",
  "/api;/trips",
  "/api;x=1/trips",
  "/api/trips;.css",
  "/api/trips.rsc",
  "/api/trips.json",
  "/api/trips.segments/_tree.segment.rsc",
  "/api%2ftrips",
  "/api%5ctrips",
  "/API/TRIPS",
  "/api/trips%00",
  "/api/trips%0d%0ax-injected:1",
  "/api/trips%3f.png",
  "/api/trips.css",
  "/api/trips/me.js",
  "/api/trips?x=.css",
  "/api/trips?_rsc=x",
  "/api/trips#/_next/static/x.js",
  "/_next/../api/trips",
  "/_next/static/../../api/trips",
  "/_next/static/%2e%2e/%2e%2e/api/trips",
  "/_next/static/..%2f..%2fapi/trips",
  "/_next/static/x.js/../../../api/trips",
  "/_next/static/nowhere.js",
  "/_next/data/x/trips.json",
  "/_next/data/x/api/trips.json",
  "/_next/data/x/../../../api/trips",
  "/_next/static/",
  "/_next/image?url=%2Ficons%2Ficon-192.png&w=64&q=75",
  "/icons/..%2f..%2fapi/trips",
  "/trips",
  "/trips/",
  "/trips?_rsc=x",
  "/trips.rsc",
  "/trips.segments/_tree.segment.rsc",
  "/trips.prefetch.rsc",
  "/trips;.css",
  "/trips%2fx.css",
  "/TRIPS",
  "/trips/x.css",
  "/trips/%2e%2e/api/trips",
  "/trips/x/..;/",
  "http://evil.example/api/trips",
  "http://evil.example/trips/",
  "http://evil.example",
  "ftp://evil.example/",
  "*",
];

/** Headers by which Next's pages communicate with its server, or by which a proxy tells the host. */
const ASIDE: Readonly<Record<string, string>> = {
  nothing: "",
  "a step within the pages": "RSC: 1\r\n",
  "a page fetched ahead": "RSC: 1\r\nNext-Router-Prefetch: 1\r\nNext-Router-Segment-Prefetch: /_tree\r\n",
  "another host":
    "X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Prefix: /evil.example\r\n",
  "a middleware": [
    "x-middleware-prefetch: 1",
    "x-middleware-subrequest: proxy:proxy:proxy:proxy:proxy",
    "x-middleware-rewrite: /sign-in",
    "x-middleware-next: 1",
    "",
  ].join("\r\n"),
  "another path":
    "x-nextjs-data: 1\r\nx-matched-path: /sign-in\r\nx-invoke-path: /sign-in\r\nx-original-url: /sign-in\r\n",
};

const ACCEPTED = [
  "*/*",
  "text/css",
  "image/png,*/*;q=0.1",
  "text/html",
  "text/x-component",
  "../evil",
  "x".repeat(4000),
];

for (const [aside, lines] of Object.entries(ASIDE)) {
  test(`however an address is written, no cache keeps what is somebody's: with ${aside}`, async ({
    context,
  }) => {
    const person = await signInNewPerson(context, "Ann Lee");
    const head = `Host: localhost\r\nConnection: close\r\nAuthorization: Bearer ${person.token}\r\nCookie: better-auth.session_token=x\r\n`;
    const headers = { authorization: `Bearer ${person.token}` };
    const made = await context.request.post(`${appUrl()}/api/trips`, { headers, data: { title: "Kyoto" } });
    const { id } = (await made.json()) as { id: string };
    const found: string[] = [];
    for (const path of SPELLINGS) {
      const said = await answerTo(`GET ${path} HTTP/1.1\r\n${head}${lines}\r\n`);
      const [top = ""] = said.split("\r\n\r\n");
      expect(said, path).toMatch(/^HTTP\/1\.1 [234]/);
      expect(top, path).not.toMatch(/^cache-control: .*(public|s-maxage|immutable)/im);
      expect(top, path).toMatch(/^content-security-policy: .*frame-ancestors 'none'/im);
      expect(top, path).toMatch(/^x-content-type-options: nosniff/im);
      expect(top, path).not.toMatch(/^x-injected|^location: (?:\w+:)?[/\\]{2}/im);
      expect(said, path).not.toContain("//evil.example");
      if (!said.includes(id)) continue;
      found.push(path);
      const isPage = path.startsWith("/trips");
      expect(top, path).toMatch(
        isPage ? /^cache-control: private, .*no-store/im : /^cache-control: private, no-store\r?$/im,
      );
      expect(top, path).toMatch(
        isPage ? /^content-type: text\/(?:html|x-comp)/im : /^content-type: application\/json\r?$/im,
      );
    }
    // The only other spelling that works is the absolute form, which proxies use.
    const ofApi = found.filter((path) => !path.startsWith("/trips"));
    expect(ofApi).toEqual(["/api/trips", "http://evil.example/api/trips"]);
  });
}

test("nor does it matter what is accepted: the answer is the same JSON, and is kept by nobody", async ({
  context,
}) => {
  const person = await signInNewPerson(context, "Ann Lee");
  for (const accept of ACCEPTED) {
    const headers = { accept, authorization: `Bearer ${person.token}` };
    const answer = await context.request.get(`${appUrl()}/api/trips`, { headers });
    expect(answer.status(), accept).toBe(200);
    expect(answer.headers(), accept).toMatchObject({
      "cache-control": "private, no-store",
      "content-type": "application/json",
      "x-content-type-options": "nosniff",
    });
  }
});

test("slashes that say nothing lead a client of another origin on, with the method and the query kept", async ({
  request,
}) => {
  const options = { maxRedirects: 0, headers: { origin: "app://wayfare" } };
  const answer = await request.post(`${appUrl()}/api/trips/?a=1`, options);
  expect({ status: answer.status(), ...answer.headers() }).toMatchObject({
    status: 308,
    location: "/api/trips?a=1",
    "cache-control": "private, no-store",
    "access-control-allow-origin": "app://wayfare",
    "x-content-type-options": "nosniff",
  });
});
