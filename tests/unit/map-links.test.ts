import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPastedPlace } from "#lib/shared/pasted-place.ts";

const at = { lat: 50.0865, lng: 14.4114 };
const camera = "50.0889,14.4059";

/** Links to a place at {lat}, {lng}, in the format of each site. */
const PLACES: Record<string, string> = {
  "Google, a place": `https://www.google.com/maps/place/Bridge/@${camera},15z/data=!3m1!4b1!4m6!3m5!1s0x1:0x2!8m2!3d{lat}!4d{lng}!16s`,
  "Google, coordinates as a place": `https://www.google.de/maps/place/{lat},{lng}/@${camera},15z`,
  "Google, a search": "https://www.google.com/maps/search/?api=1&query={lat}%2C{lng}",
  "Google, a search in the path": "https://www.google.com/maps/search/{lat},+{lng}?entry=tts",
  "Google, a marker of old": "https://maps.google.com/maps?q=loc:{lat},{lng}&ll=50.0889,14.4059&z=15",
  "Google, a route in the path": `https://www.google.com/maps/dir/50.0911,14.4005/{lat},{lng}/@${camera},15z`,
  "Google, a route between names": `https://www.google.com/maps/dir/Castle/Old+Bridge/@${camera},15z/data=!4m14!4m13!1m5!1m1!1s0x1:0x2!2m2!1d14.4005!2d50.0911!1m5!1m1!1s0x3:0x4!2m2!1d{lng}!2d{lat}!3e2`,
  "Google, a route from here": `https://www.google.com/maps/dir//Old+Bridge/@${camera},15z/data=!4m8!4m7!1m0!1m5!1m1!1s0x3:0x4!2m2!1d{lng}!2d{lat}`,
  "Google, a route with a detour": `https://www.google.com/maps/dir/Castle/Bridge/@${camera},15z/data=!4m19!4m18!1m10!1m1!1s0x1:0x2!2m2!1d14.4005!2d50.0911!3m4!1m2!1d14.5!2d50.5!3s0x9:0x9!1m5!1m1!1s0x3:0x4!2m2!1d{lng}!2d{lat}!3e0`,
  "Google, a route in parameters":
    "https://www.google.com/maps/dir/?api=1&origin=50.0911,14.4005&destination={lat},{lng}",
  "Google, a route of old": "https://maps.google.com/?saddr=50.0911,14.4005&daddr={lat},{lng}",
  "Google, Street View": "https://www.google.com/maps/@?api=1&map_action=pano&viewpoint={lat},{lng}",
  "Google, standing in Street View": "https://www.google.com/maps/@{lat},{lng},3a,75y,90t/data=!3m6!1e1",
  "Google, behind its page of consent":
    "https://consent.google.com/ml?continue=https://www.google.com/maps?q%3D{lat},{lng}&gl=CZ",
  "Google, an outgoing link":
    "https://www.google.com/url?q=https://www.openstreetmap.org/?mlat%3D{lat}%26mlon%3D{lng}",
  "Apple, a marker": "https://maps.apple.com/?ll={lat},{lng}&q=Bridge",
  "Apple, a place": "https://maps.apple.com/place?address=Bridge&coordinate={lat},{lng}&name=Bridge",
  "Apple, a route": "https://maps.apple.com/?saddr=50.0911,14.4005&daddr={lat},{lng}",
  "Apple, a route of today":
    "https://maps.apple.com/directions?source=50.0911,14.4005&destination={lat},{lng}",
  "Google, behind its page that asks for a human":
    "https://www.google.com/sorry/index?continue=https://maps.google.com/maps?q%3D{lat},{lng}&q=x",
  "Google, the small app's":
    "https://maps.app.goo.gl/?link=https://www.google.com/maps?q%3D{lat},{lng}&apn=x",
  OsmAPP: "https://osmapp.org/{lat},{lng}",
  "OpenStreetMap, a marker": "https://www.openstreetmap.org/?mlat={lat}&mlon={lng}#map=17/50.0889/14.4059",
  "OpenStreetMap, a route":
    "https://www.openstreetmap.org/directions?engine=osrm&route=50.0911,14.4005;{lat},{lng}#map=15/50.09/14.4",
  "OpenStreetMap, a route by ends":
    "https://www.openstreetmap.org/directions?from=50.0911,14.4005&to={lat},{lng}#map=15/50.09/14.4",
  "OpenStreetMap, a search": "https://www.openstreetmap.org/search?query={lat}%2C{lng}#map=15/50.09/14.4",
  "Bing, a marker": "https://www.bing.com/maps?sp=point.{lat}_{lng}_Bridge_&cp=50.0889~14.4059",
  "Bing, a route": "https://www.bing.com/maps?rtp=pos.50.0911_14.4005_Castle~pos.{lat}_{lng}_Bridge",
  "HERE, shared": "https://share.here.com/l/{lat},{lng},Bridge?z=15",
  "HERE, a route":
    "https://wego.here.com/directions/mix/Castle:50.0911,14.4005/Bridge:{lat},{lng}?map=50.09,14.4,15",
  Waze: "https://waze.com/ul?ll={lat}%2C{lng}&navigate=yes",
  "Waze, a route": "https://www.waze.com/live-map/directions?to=ll.{lat}%2C{lng}",
  OsmAnd: "https://osmand.net/map?pin={lat},{lng}#15/50.0889/14.4059",
  "OsmAnd, of old": "https://osmand.net/go?lat={lat}&lon={lng}&z=15",
  "Organic Maps": "https://omaps.app/map?v=1&ll={lat},{lng}&n=Bridge",
  "Yandex, a marker": "https://yandex.ru/maps/?pt={lng},{lat}&z=17&l=map&ll=14.4059,50.0889",
  "Yandex, a pressed point":
    "https://yandex.com/maps/10511/prague/?ll=14.4059%2C50.0889&mode=whatshere&whatshere%5Bpoint%5D={lng}%2C{lat}",
  "Yandex, a known place":
    "https://yandex.com.tr/maps/?mode=poi&poi%5Bpoint%5D={lng}%2C{lat}&ll=14.4059,50.0889",
  "Yandex, a route": "https://yandex.com/maps/?rtext=50.0911%2C14.4005~{lat}%2C{lng}&rtt=pd",
  "Yandex, a search": "https://yandex.com/maps/?text={lat}%2C{lng}&ll=14.4059,50.0889",
  "2GIS, an object": "https://2gis.ru/prague/geo/70030076/{lng}%2C{lat}?m=14.4059%2C50.0889%2F17",
  "2GIS, a route": "https://2gis.ae/dubai/directions/points/14.4005%2C50.0911%3B1%7C{lng}%2C{lat}%3B2",
  "Mapy, a point": "https://mapy.cz/zakladni?x=14.4059&y=50.0889&z=17&source=coor&id={lng}%2C{lat}",
  "Mapy, documented": "https://mapy.com/fnc/v1/showmap?mapset=outdoor&center={lng},{lat}&zoom=16&marker=true",
  "Mapy, a route": "https://mapy.com/fnc/v1/route?start=14.4005,50.0911&end={lng},{lat}&routeType=foot_fast",
  Naver: "https://map.naver.com/?lng={lng}&lat={lat}&title=Bridge",
  Kakao: "https://map.kakao.com/link/map/Bridge,{lat},{lng}",
  "Kakao, a route": "https://map.kakao.com/link/from/Castle,50.0911,14.4005/to/Bridge,{lat},{lng}",
  "Amap outside China": "https://uri.amap.com/marker?position={lng},{lat}&name=Bridge",
  "Amap outside China, a route":
    "https://uri.amap.com/navigation?from=14.4005,50.0911,Castle&to={lng},{lat},Bridge&mode=walk",
  "Amap outside China, latitude first": "https://www.amap.com/?q={lat},{lng},Bridge",
  "Baidu with WGS 84": "https://api.map.baidu.com/marker?location={lat},{lng}&title=Bridge&coord_type=wgs84",
  "GeoHack with decimals": "https://geohack.toolforge.org/geohack.php?params={lat}_N_{lng}_E_type:landmark",
  "any site with names that leave no doubt": "https://example.org/map?lat={lat}&lon={lng}&zoom=15",
};

/** Links that show only a map around {lat}, {lng}. */
const VIEWS: Record<string, string> = {
  Google: "https://www.google.com/maps/@{lat},{lng},17z",
  "Google of old": "https://maps.google.com/?ll={lat},{lng}&z=15",
  "Google Earth": "https://earth.google.com/web/@{lat},{lng},200a,1000d,35y",
  "Google, embedded": "https://www.google.com/maps/embed?pb=!1m14!1m12!1m3!1d2560!2d{lng}!3d{lat}!2m3!1f0",
  Apple: "https://maps.apple.com/?ll={lat},{lng}&z=12",
  "Apple of today": "https://maps.apple.com/frame?center={lat},{lng}&span=0.1,0.1",
  OpenStreetMap: "https://www.openstreetmap.org/#map=17/{lat}/{lng}",
  "OsmAPP, an object": "https://osmapp.org/way/45#17.00/{lat}/{lng}",
  Bing: "https://www.bing.com/maps?cp={lat}~{lng}&lvl=16",
  HERE: "https://wego.here.com/?map={lat},{lng},15,normal",
  Yandex: "https://yandex.com/maps/?ll={lng},{lat}&z=17",
  "2GIS": "https://2gis.kz/almaty?m={lng}%2C{lat}%2F12",
  Mapy: "https://mapy.cz/zakladni?x={lng}&y={lat}&z=17",
  OsmAnd: "https://osmand.net/map#15/{lat}/{lng}",
};

function filled(template: string, { lat, lng }: { lat: number; lng: number }): string {
  return template.replaceAll("{lat}", String(lat)).replaceAll("{lng}", String(lng));
}

/** Points whose numbers need no exponent and that have no minus sign, which GeoHack would write as a letter. */
const eastern = fc
  .record({ lat: fc.integer({ min: 1, max: 89_999 }), lng: fc.integer({ min: 1, max: 71_999 }) })
  .map(({ lat, lng }) => ({ lat: lat / 1000, lng: lng / 1000 }));

describe("the place", () => {
  test.each(Object.keys(PLACES))("%s", (name) => {
    const template = PLACES[name] ?? "";
    expect(readPastedPlace(filled(template, at))).toMatchObject({ kind: "point", point: at, isView: false });
    fc.assert(
      fc.property(eastern, (point) => {
        expect(readPastedPlace(filled(template, point))).toMatchObject({
          kind: "point",
          point,
          isView: false,
        });
      }),
      { numRuns: 50 },
    );
  });
});

describe("the middle of a map is told apart", () => {
  test.each(Object.keys(VIEWS))("%s", (name) => {
    const template = VIEWS[name] ?? "";
    expect(readPastedPlace(filled(template, at))).toMatchObject({ kind: "point", point: at, isView: true });
  });
});

test("south and west", () => {
  const point = { lat: -33.8568, lng: -70.2153 };
  for (const [name, template] of Object.entries({ ...PLACES, ...VIEWS })) {
    // GeoHack writes letters instead of signs, so it has a check of its own.
    if (name.startsWith("GeoHack")) continue;
    expect(readPastedPlace(filled(template, point)), name).toMatchObject({ kind: "point", point });
  }
  const hack =
    "https://geohack.toolforge.org/geohack.php?pagename=Opera&params=33_51_24.48_S_70_12_55.08_W_type:landmark";
  expect(readPastedPlace(hack)).toMatchObject({ point, label: "Opera" });
});

test("a route whose destination has no point is the destination's name, never another point of the link", () => {
  const castle = "data=!4m9!4m8!1m5!1m1!1s0x1:0x2!2m2!1d14.4005!2d50.0911";
  const near = { lat: 50.0889, lng: 14.4059 };
  expect(googleRoute(`Castle/Old+Bridge/@${camera},15z/${castle}!1m0`)).toEqual({
    kind: "name",
    name: "Old Bridge",
    near,
  });
  expect(googleRoute(`50.0911,14.4005/Old+Bridge/@${camera},15z`)).toMatchObject({
    kind: "name",
    name: "Old Bridge",
  });
  expect(
    readPastedPlace("https://www.google.com/maps/dir/?api=1&origin=50.1,14.4&destination=Old+Bridge"),
  ).toEqual({
    kind: "name",
    name: "Old Bridge",
    near: null,
  });
  expect(
    readPastedPlace("https://maps.google.com/?saddr=50.1,14.4&daddr=Castle+to:Old+Bridge"),
  ).toMatchObject({
    kind: "name",
    name: "Old Bridge",
  });
});

test("OpenStreetMap's own short links hold their point", () => {
  expect(shortLink("0EEQjE--")).toMatchObject({
    kind: "point",
    isView: true,
    point: { lat: expect.closeTo(51.511, 2), lng: expect.closeTo(0.055, 2) },
  });
  expect(shortLink("0EEQjE--?m")).toMatchObject({ kind: "point", isView: false });
  expect(shortLink("nothing!")).toEqual({ kind: "nowhere" });
});

test("what China's maps shift by law is shifted back, and only there", () => {
  // The Monument to the People's Heroes in Beijing is at 39.90315 N 116.39147 E.
  const monument = { lat: expect.closeTo(39.903_15, 3), lng: expect.closeTo(116.391_47, 3) };
  for (const link of [
    "https://uri.amap.com/marker?position=116.39772,39.90455&name=Monument",
    "https://wb.amap.com/?p=B000,39.90455,116.39772,Monument,Beijing",
    "https://apis.map.qq.com/uri/v1/marker?marker=coord:39.90455,116.39772;title:Monument",
    "https://api.map.baidu.com/marker?location=39.91090,116.40410&title=Monument",
    "https://api.map.baidu.com/marker?location=39.90455,116.39772&title=Monument&coord_type=gcj02",
  ]) {
    expect(readPastedPlace(link), link).toMatchObject({ kind: "point", point: monument, label: "Monument" });
  }
});

test("what Baidu says in metres is near its place, by its name where it has one", () => {
  // The same monument is at about 12958163 m east and 4826000 m north in Baidu's projection.
  const near = { lat: expect.closeTo(39.9, 1), lng: expect.closeTo(116.39, 1) };
  const metres = "12958162.5,4825907";
  expect(readPastedPlace(`https://map.baidu.com/@${metres},17z`)).toMatchObject({
    isView: true,
    point: near,
  });
  expect(readPastedPlace(`https://map.baidu.com/poi/Monument/@${metres},17z?uid=1`)).toEqual({
    kind: "name",
    name: "Monument",
    near,
  });
  const onPhones = `https://map.baidu.com/mobile/webapp/place/detail/qt=inf&uid=1/vt=map&sharegeo=${metres}`;
  expect(readPastedPlace(onPhones)).toMatchObject({ isView: true, point: near });
});

test("lists, maps of one's own and words that need a key are told apart, with a name before them too", () => {
  const unreadable: Record<string, string[]> = {
    list: [
      "https://www.google.com/maps/placelists/list/abc",
      "https://www.google.com/maps/@50,14,10z/data=!3m1!4b1!4m3!11m2!2sabc!3e3",
      "https://www.google.com/collections/s/list/abc",
    ],
    own_map: [
      "https://www.google.com/maps/d/u/0/viewer?mid=abc",
      "https://www.google.com/maps/d/edit?mid=abc",
    ],
    needs_key: ["https://what3words.com/filled.count.soap", "https://w3w.co/filled.count.soap"],
  };
  for (const [why, links] of Object.entries(unreadable)) {
    for (const link of links) {
      expect(readPastedPlace(link), link).toEqual({ kind: "nowhere", unreadable: why });
      expect(readPastedPlace(`Bridge ${link}`), link).toEqual({ kind: "nowhere", unreadable: why });
    }
  }
  const inList = `https://www.google.com/maps/place/Bridge/data=!4m6!11m2!2sabc!8m2!3d${at.lat}!4d${at.lng}`;
  expect(readPastedPlace(inList)).toMatchObject({ kind: "point", point: at });
});

test("numbers that are no point, and hosts that only look like a map's, are not read", () => {
  for (const link of [
    "https://www.google.com/maps/@95.1,14.4,17z",
    "https://www.google.com/maps/place/x/data=!3d50.08.5!4d14.4",
    "https://yandex.com/maps/?ll=14.4213;50.0875",
    "https://www.openstreetmap.org/?mlat=50.1abc&mlon=14.4",
    "https://www.bing.com/search?cp=50.1~14.4",
    "https://yandex.com.evil.test/maps/?ll=14.4213,50.0875",
    "https://notmaps.apple.com/?ll=50.1,14.4&q=x",
  ]) {
    expect(readPastedPlace(link)?.kind, link).not.toBe("point");
  }
});

function googleRoute(path: string) {
  return readPastedPlace(`https://www.google.com/maps/dir/${path}`);
}

function shortLink(code: string) {
  return readPastedPlace(`https://osm.org/go/${code}`);
}
