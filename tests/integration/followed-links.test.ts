// @alone: sets the environment, which the service reads once
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { SHORT_LINK_HOSTS } from "#lib/server/open-services/followed-links.ts";
import type { LinkProblem } from "#lib/shared/link-problems.ts";
import type { SiteAnswer } from "#tests/doubles/map-sites.ts";
import {
  AT_BRIDGE,
  BRIDGE_PATH,
  POINT,
  refusal,
  uniqueSiteAddress,
  useMapSites,
} from "#tests/helpers/map-sites.ts";

const { sites, paste } = await useMapSites();

interface Chain {
  link: string;
  answers: Record<string, SiteAnswer>;
  place: object;
}

function chain(host: string, path: string, to: string, place: object, scheme = "https"): Chain {
  const address = uniqueSiteAddress(host, path);
  return { link: `${scheme}://${address}?g_st=ipc`, answers: { [address]: { to } }, place };
}

const MONUMENT = { lat: expect.closeTo(39.903_15, 3), lng: expect.closeTo(116.391_47, 3) };
const NAVER = "https://map.naver.com/p/entry/place/11?lng=14.4114&lat=50.0865&title=Bridge";
const YANDEX = "/maps/org/bridge/1/?ll=14.2%2C50.1&poi%5Bpoint%5D=14.4114%2C50.0865";

/** All kinds of short links that people paste, with the answers of their sites. */
const CHAINS: Record<string, () => Chain> = {
  "Google, a place": () => chain("maps.app.goo.gl", "/", `https://www.google.com${BRIDGE_PATH}`, AT_BRIDGE),
  "Google of old": () => chain("goo.gl", "/maps/", `https://www.google.com${BRIDGE_PATH}`, AT_BRIDGE),
  "Google of old, an app's": () =>
    chain("app.goo.gl", "/maps/", `https://www.google.de${BRIDGE_PATH}`, AT_BRIDGE),
  "Google, typed without encryption": () =>
    chain("goo.gl", "/maps/", `https://www.google.com${BRIDGE_PATH}`, AT_BRIDGE, "http"),
  "Google, a name and address alone": () =>
    chain(
      "maps.app.goo.gl",
      "/",
      "https://maps.google.com/maps?q=Caf%C3%A9+Louvre,+N%C3%A1rodn%C3%AD+22,+Praha&ftid=0x1:0x2",
      {
        name: "Café Louvre, Národní 22, Praha",
        near: null,
      },
    ),
  "Google, behind its page of consent": () =>
    chain(
      "maps.app.goo.gl",
      "/",
      `https://consent.google.com/ml?continue=https://www.google.com${encodeURIComponent(BRIDGE_PATH)}&gl=CZ`,
      AT_BRIDGE,
    ),
  "Google, a card of knowledge": () =>
    chain("g.co", "/kgs/", "https://www.google.com/search?kgmid=/m/01&q=Old+Bridge&kgs=1", {
      name: "Old Bridge",
    }),
  "Google, a view": () =>
    chain("maps.app.goo.gl", "/", "https://www.google.com/maps/@50.0865,14.4114,15z", {
      ...POINT,
      isView: true,
    }),
  Apple: () =>
    chain(
      "maps.apple",
      "/p/",
      "https://maps.apple.com/place?address=Bridge&coordinate=50.0865,14.4114&name=Bridge",
      AT_BRIDGE,
    ),
  "Apple, by its long host": () =>
    chain("maps.apple.com", "/p/", "/place?coordinate=50.0865,14.4114&name=Bridge", AT_BRIDGE),
  OsmAPP: () => chain("osm.app", "/", "https://osmapp.org/50.0865,14.4114", POINT),
  "Amap, whose datum is shifted": () =>
    chain(
      "surl.amap.com",
      "/",
      "https://wb.amap.com/?p=B0,39.90455,116.39772,Monument,Beijing",
      { name: "Monument", ...MONUMENT },
      "http",
    ),
  Naver: () => chain("naver.me", "/", NAVER, AT_BRIDGE),
  Kakao: () => chain("kko.to", "/", "https://map.kakao.com/link/map/Bridge,50.0865,14.4114", AT_BRIDGE),
  "Kakao of today, a name alone": () =>
    chain("kko.kakao.com", "/", "https://map.kakao.com/?itemId=1&q=Bridge&urlX=1&urlY=2", { name: "Bridge" }),
  "Baidu, whose datum is another": () =>
    chain(
      "j.map.baidu.com",
      "/00/",
      "http://api.map.baidu.com/marker?location=39.91090,116.40410&title=Monument",
      { name: "Monument", ...MONUMENT },
    ),
  "Baidu, in metres": () =>
    chain("j.map.baidu.com", "/00/", "https://map.baidu.com/poi/Monument/@12958162,4825907,17z", {
      name: "Monument",
      near: { lat: expect.closeTo(39.9, 1), lng: expect.closeTo(116.39, 1) },
    }),
  "2GIS": () => chain("go.2gis.com", "/", "https://2gis.ru/prague/geo/7/14.4114%2C50.0865", POINT),
  Mapy: () =>
    chain("mapy.cz", "/s/", "https://mapy.cz/zakladni?x=14.2&y=50.1&source=coor&id=14.4114%2C50.0865", POINT),
  "Mapy of today": () =>
    chain("mapy.com", "/s/", "https://mapy.com/fnc/v1/showmap?center=14.4114,50.0865&marker=true", POINT),
  Yandex: () => chain("yandex.com", "/maps/-/", YANDEX, { name: "bridge", ...POINT }),
  "Yandex of Russia": () =>
    chain("yandex.ru", "/maps/-/", `https://yandex.ru${YANDEX}`, { name: "bridge", ...POINT }),
};

describe("a short link", () => {
  test.each(Object.keys(CHAINS))("%s: becomes its place, and its site alone is asked", async (name) => {
    const made = CHAINS[name]?.();
    if (!made) throw new Error("There is no such chain.");
    sites.answers(made.answers);
    const found = await paste(made.link);
    expect(Array.isArray(found) ? found[0] : found).toMatchObject(made.place);
    const [short] = Object.keys(made.answers);
    // The link is requested over https and without the app's parameters; for a link to a map view, the page is
    // requested too.
    expect(sites.asked[0]?.url).toBe(`https://${short}`);
    expect(sites.asked).toHaveLength("isView" in made.place ? 2 : 1);
  });

  test("of every host of the table is among them", () => {
    const hosts = new Set(Object.values(CHAINS).map((make) => new URL(make().link).hostname));
    expect([...hosts].toSorted()).toEqual(SHORT_LINK_HOSTS.toSorted());
  });

  test("is asked for by a program that says who it is, and nothing of who pasted it", async () => {
    const { link, answers } = chain("maps.app.goo.gl", "/", `https://www.google.com${BRIDGE_PATH}`, {});
    sites.answers(answers);
    await paste(link);
    const [asked] = sites.asked;
    expect(Object.keys(asked?.headers ?? {}).toSorted()).toEqual([
      "accept",
      "connection",
      "host",
      "user-agent",
    ]);
    expect(asked?.headers["user-agent"]).toMatch(/^Wayfare\/\d+\.\d+\.\d+ \(http:\/\/localhost:3000\)$/);
  });

  test("after a name, as phones share both, is followed too; the link's own name counts", async () => {
    const { link, answers } = chain("maps.app.goo.gl", "/", `https://www.google.com${BRIDGE_PATH}`, {});
    sites.answers(answers);
    expect(await paste(`Karlův most ${link}`)).toMatchObject([AT_BRIDGE]);
  });

  test("is known without its scheme, as a long one is; a name with a stroke stays a name", async () => {
    const { link, answers } = chain("maps.app.goo.gl", "/", `https://www.google.com${BRIDGE_PATH}`, {});
    sites.answers(answers);
    expect(await paste(link.replace("https://", ""))).toMatchObject([AT_BRIDGE]);
    expect(await paste(`www.google.com${BRIDGE_PATH}`)).toMatchObject([AT_BRIDGE]);
    expect(await paste("b.good/cafe")).toBeNull();
  });

  test("with its long link inside asks nobody", async () => {
    const inside = `https://maps.app.goo.gl/?link=https://www.google.com${encodeURIComponent(BRIDGE_PATH)}`;
    expect(await paste(inside)).toMatchObject([AT_BRIDGE]);
    expect(sites.asked).toEqual([]);
  });

  test("is asked for once by everybody, and kept for a week", async () => {
    const { link, answers } = chain("maps.app.goo.gl", "/", `https://www.google.com${BRIDGE_PATH}`, {});
    sites.answers(answers);
    const all = await Promise.all([paste(link), paste(link.replace("ipc", "iw")), paste(link)]);
    expect(all).toEqual([all[0], all[0], all[0]]);
    expect(sites.asked).toHaveLength(1);
    await awaitDeferredWork();
    const { rows } = await freshDatabase().pool.query(
      "select answer, expires_at - now() > interval '6.9 days' as weekly from open_service_answers",
    );
    expect(rows).toEqual([{ answer: { leadsTo: `https://www.google.com${BRIDGE_PATH}` }, weekly: true }]);
  });
});

describe("a page that does not redirect", () => {
  const pages: Record<string, [head: string, place: object]> = {
    "says where the place is": [
      '<meta property="place:location:latitude" content="50.0865"><meta property="place:location:longitude" content="14.4114"><meta property="og:title" content="Bridge">',
      AT_BRIDGE,
    ],
    "sends its readers on": [
      `<meta http-equiv="Refresh" content="0; url='https://www.google.com${BRIDGE_PATH}'">`,
      AT_BRIDGE,
    ],
    "names its own long address": [
      `<link rel="canonical" href="https://www.google.com${BRIDGE_PATH}">`,
      AT_BRIDGE,
    ],
    "names it as the Open Graph does": [
      `<meta property="og:url" content="https://www.google.com${BRIDGE_PATH}">`,
      AT_BRIDGE,
    ],
  };
  test.each(Object.keys(pages))("%s", async (name) => {
    const [head, place] = pages[name] ?? ["", {}];
    const address = uniqueSiteAddress("maps.apple", "/p/");
    sites.answers({ [address]: { head } });
    expect(await paste(`https://${address}`)).toMatchObject([place]);
  });

  test("of a place that Apple only numbers is asked for by its number", async () => {
    const id = randomUUID().replaceAll("-", "");
    sites.answers({
      [`maps.apple.com/place?place-id=${id}`]: { head: pages["says where the place is"]?.[0] ?? "" },
    });
    expect(await paste(`https://maps.apple.com/place?place-id=${id}&_provider=9902`)).toMatchObject([
      AT_BRIDGE,
    ]);
  });
});

describe("a link that gives no place says why", () => {
  test.each<[string, string, LinkProblem]>([
    ["what3words", "https://what3words.com/filled.count.soap", "needs_key"],
    ["what3words, as phones share it", "///filled.count.soap https://w3w.co/filled.count.soap", "needs_key"],
    ["a list of Google's", "https://www.google.com/maps/placelists/list/abc", "list"],
    ["a list in a map's data", "https://www.google.com/maps/@50,14,10z/data=!4m3!11m2!2sabc!3e3", "list"],
    ["a collection", "https://www.google.com/collections/s/list/abc", "list"],
    ["a map of one's own", "https://www.google.com/maps/d/viewer?mid=abc&ll=50,14", "own_map"],
    ["a site that is no map's", "https://example.org/restaurant", "unknown_site"],
    ["a map's page without a place", "https://www.google.com/maps", "nothing"],
    ["no address at all", "https://", "nothing"],
  ])("%s", async (_, link, problem) => {
    await expect(paste(link)).rejects.toEqual(refusal(problem));
    expect(sites.asked).toEqual([]);
  });

  test("a short link to a list", async () => {
    const { link, answers } = chain(
      "maps.app.goo.gl",
      "/",
      "https://www.google.com/maps/placelists/list/abc",
      {},
    );
    sites.answers(answers);
    await expect(paste(link)).rejects.toEqual(refusal("list"));
  });

  test("a short link that its site does not know, which is asked for again after an hour", async () => {
    const link = `https://${uniqueSiteAddress("maps.app.goo.gl")}`;
    await expect(paste(link)).rejects.toEqual(refusal("nothing"));
    await awaitDeferredWork();
    const { rows } = await freshDatabase().pool.query(
      "select expires_at - now() < interval '61 minutes' as hourly from open_service_answers",
    );
    expect(rows).toEqual([{ hourly: true }]);
  });

  test("but what was shared with a name is searched by it", async () => {
    expect(await paste(`Kyoto https://${uniqueSiteAddress("maps.app.goo.gl")}`)).toEqual({
      name: "Kyoto",
      near: null,
      problem: "nothing",
    });
  });
});
