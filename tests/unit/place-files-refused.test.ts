import { expect, test } from "vitest";
import { FILE_FAULTS } from "#lib/shared/file-faults.ts";
import { zipOf } from "#tests/helpers/archives.ts";
import { bytesOf, gpx, kml, placemarkXml, read } from "#tests/helpers/place-files.ts";

const REFUSED: readonly [string, string, () => string | Uint8Array][] = [
  ["a picture", "UNSUPPORTED_MEDIA_TYPE", () => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2])],
  ["a table of something else", "UNSUPPORTED_MEDIA_TYPE", () => "a,b\n1,2"],
  ["a page", "UNSUPPORTED_MEDIA_TYPE", () => "<!doctype html><html></html>"],
  ["another XML", "UNSUPPORTED_MEDIA_TYPE", () => "<svg xmlns='http://www.w3.org/2000/svg'/>"],
  ["another JSON", "UNSUPPORTED_MEDIA_TYPE", () => '{"type":"Topology"}'],
  ["an archive without KML", "UNSUPPORTED_MEDIA_TYPE", () => zipOf([{ name: "a.txt", content: "x" }])],
  [
    "half an archive",
    "VALIDATION_FAILED",
    () => zipOf([{ name: "doc.kml", content: kml("") }]).subarray(0, 40),
  ],
  ["broken UTF-8", "VALIDATION_FAILED", () => Uint8Array.from([...bytesOf("<gpx>"), 0xff, 0xfe, 0xfd])],
  ["an encoding that is none", "VALIDATION_FAILED", () => '<?xml version="1.0" encoding="klingon"?><gpx/>'],
  ["XML that breaks off", "VALIDATION_FAILED", () => gpx("<wpt lat='1'").slice(0, -8)],
  ["an entity of its own", "VALIDATION_FAILED", () => `<!DOCTYPE gpx [<!ENTITY a "b">]>${gpx("&a;")}`],
  ["an entity without a type", "VALIDATION_FAILED", () => gpx("<wpt lat='1' lon='2'><name>&a;</name></wpt>")],
  [
    "a billion laughs",
    "VALIDATION_FAILED",
    () =>
      `<!DOCTYPE gpx [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${gpx("<wpt><name>&b;</name></wpt>")}`,
  ],
  [
    "a file of the server's",
    "VALIDATION_FAILED",
    () => `<!DOCTYPE gpx [<!ENTITY a SYSTEM "file:///etc/passwd">]>${gpx("&a;")}`,
  ],
  ["endless nesting", "VALIDATION_FAILED", () => gpx("<a>".repeat(500_000))],
  ["more places than fit", "VALIDATION_FAILED", () => gpx('<wpt lat="1" lon="2"/>'.repeat(10_001))],
  [
    "a zip bomb",
    "VALIDATION_FAILED",
    () => zipOf([{ name: "doc.kml", content: new Uint8Array(64 * 1024 * 1024) }]),
  ],
  [
    "a zip bomb that says it is none",
    "VALIDATION_FAILED",
    () => zipOf([{ name: "doc.kml", content: new Uint8Array(64 * 1024 * 1024), claimed: 10 }]),
  ],
  ["an encrypted archive", "VALIDATION_FAILED", () => zipOf([{ name: "doc.kml", content: "x", flags: 1 }])],
];

/** Refusals whose reason the pages show in their own language. */
const FAULTS = new Set(["VALIDATION_FAILED"]);

test.each(REFUSED)("%s is refused, fast", async (_, code, make) => {
  const file = make();
  const start = performance.now();
  const fault = FAULTS.has(code) ? { details: { fault: expect.toBeOneOf([...FILE_FAULTS]) } } : {};
  await expect(read(file)).rejects.toThrow(expect.objectContaining({ code, ...fault }));
  expect(performance.now() - start).toBeLessThan(2000);
});

test("hostile texts cost no more than their length", async () => {
  const start = performance.now();
  await read(kml(placemarkXml("A", `<description><![CDATA[${"<a ".repeat(300_000)}]]></description>`)));
  await read(kml(placemarkXml("A", `<description><![CDATA[${"<a href=b>".repeat(9_000)}]]></description>`)));
  await read(kml(placemarkXml(" x".repeat(2_000_000))));
  await read(`Title,URL\n"${'""'.repeat(2_000_000)}",`);
  await read(`Title,URL${",".repeat(90_000)}\n${"a,b\n".repeat(900)}`);
  await read(gpx(`<wpt lat="1" lon="2">${"<a/>".repeat(500_000)}<name>late</name></wpt>`));
  await read(
    kml(placemarkXml("A", `<description><![CDATA[<b>x</b>${" ".repeat(2_000_000)}x]]></description>`)),
  );
  for (const opening of ["<!DOCTYPE", "<!--", "<?", "<!DOCTYPE a["])
    await expect(read(opening.repeat(20_000))).rejects.toThrow("Send a GPX");
  expect(performance.now() - start).toBeLessThan(10_000);
});

test("files that grow into more than anybody has places are refused before they fill the memory", async () => {
  await expect(read(gpx("<wpt/>".repeat(40_001)))).rejects.toThrow("can't be imported");
  await expect(read(`Title,URL${"\n".repeat(100_001)}`)).rejects.toThrow("can't be imported");
  await expect(read(`Title,URL\n${",".repeat(100_001)}`)).rejects.toThrow("can't be imported");
});
