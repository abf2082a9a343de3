import { describe, expect, test } from "vitest";
import { zipOf } from "#tests/helpers/archives.ts";
import { codesOf, gpx, kml, placemarkXml, read, wpt } from "#tests/helpers/place-files.ts";

/** Returns the notes that are read from a placemark's description. */
async function notesOf(text: string) {
  return (await read(kml(placemarkXml("A", `<description>${text}</description>`)))).places[0]?.notes;
}

describe("KML", () => {
  test.each([
    ["Placemark", placemarkXml("Shrine"), ["Shrine"], []],
    ["Folder", `<Folder><name>Day 1</name>${placemarkXml("Shrine")}</Folder>`, ["Shrine"], []],
    [
      "Document",
      `<Document>${placemarkXml("Shrine")}${placemarkXml("Gate")}</Document>`,
      ["Shrine", "Gate"],
      [],
    ],
    ["GroundOverlay", "<GroundOverlay><name>Plan</name></GroundOverlay>", [], [["overlay", "Plan"]]],
    [
      "NetworkLink",
      "<NetworkLink><name>More</name><Link><href>b.kml</href></Link></NetworkLink>",
      [],
      [["network-link", "More"]],
    ],
  ])("may begin with a %s, as older programs write it", async (_root, text, names, codes) => {
    const file = await read(`<?xml version="1.0"?>${text}`);
    expect([file.format, file.places.map(({ name }) => name), codesOf(file)]).toEqual(["kml", names, codes]);
  });

  test("has placemarks with points in folders of any depth, and says which are lines", async () => {
    const file = await read(
      kml(
        `<Folder><name>Day 1</name><Folder><name>Morning</name>${placemarkXml("Shrine")}</Folder></Folder>
         ${placemarkXml("Walk", "<LineString><coordinates>1,2 3,4</coordinates></LineString>")}
         ${placemarkXml("Both", "<MultiGeometry><LineString/><Point><coordinates> 2.5,1.5 </coordinates></Point></MultiGeometry>")}
         ${placemarkXml("Dated", "<TimeStamp><when>2026-11-15</when></TimeStamp><Point><coordinates>1,2</coordinates></Point>")}
         ${placemarkXml("Told", "<address>1 Road</address>")}`,
      ),
    );
    const { format, title, places, collections } = file;
    expect([format, title, collections]).toEqual(["kml", "Trip", [{ name: "Morning" }]]);
    expect(
      places.map(({ name, point, date, notes, collection }) => [name, point, date, notes, collection]),
    ).toEqual([
      ["Shrine", { lat: 35.01, lng: 135.77 }, null, null, 0],
      ["Both", { lat: 1.5, lng: 2.5 }, null, null, null],
      ["Dated", { lat: 2, lng: 1 }, "2026-11-15", null, null],
      ["Told", null, null, "1 Road", null],
    ]);
    expect(codesOf(file)).toEqual([
      ["shape", "Walk"],
      ["geometry-left", "Both"],
      ["unplaced", "Told"],
    ]);
  });

  test.each([
    ["that says so", 0x800],
    ["that does not", 0],
  ])("in an archive %s has its name in UTF-8", async (_, flags) => {
    const files = ["Cafés", "想去的地方"].map((name) => ({
      name: `${name}.gpx`,
      content: gpx(wpt(name)),
      flags,
    }));
    expect((await read(zipOf(files))).collections).toEqual([{ name: "Cafés" }, { name: "想去的地方" }]);
  });

  test("descriptions in HTML become text with their links and characters, and text stays text", async () => {
    expect(
      await notesOf("<![CDATA[<p>Open <b>daily</b></p>9&nbsp;&ndash; 5<br/>caf&#233;<script>x</script>]]>"),
    ).toBe("Open daily\n9 – 5\ncafé");
    expect(await notesOf('<![CDATA[<a href="https://a.test/?x=1&amp;y=2">Menu</a>, &eacute;]]>')).toBe(
      "Menu (https://a.test/?x=1&y=2), é",
    );
    expect(await notesOf("1 &lt; 2 and 3 &gt; 2")).toBe("1 < 2 and 3 > 2");
  });

  test("with prefixed names is the same", async () => {
    const text = `<k:kml xmlns:k="http://www.opengis.net/kml/2.2"><k:Placemark><k:name>A</k:name><k:Point><k:coordinates>1,2</k:coordinates></k:Point></k:Placemark></k:kml>`;
    expect((await read(text)).places).toMatchObject([{ name: "A", point: { lat: 2, lng: 1 } }]);
  });

  test("in an archive is found by its name, packed or not, behind other files and before a comment", async () => {
    const doc = { name: "doc.kml", content: kml(placemarkXml("A")) };
    const icon = { name: "files/icon.png", content: "x" };
    for (const archive of [
      zipOf([icon, doc]),
      zipOf([{ ...doc, stored: true }]),
      zipOf([doc], "PK a comment"),
    ]) {
      expect((await read(archive)).places.map(({ name }) => name)).toEqual(["A"]);
    }
  });
});
