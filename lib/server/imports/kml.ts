import { type FoundPlace, foundPlace, type FoundPlaces, oneLine, pointOf } from "./found-place.ts";
import { child, childText, descendant, readElements, type XmlNode } from "./xml.ts";

const WANTED = new Set(["Placemark", "name"]);
const TITLE_LENGTH = 120;
const SHAPES = ["LineString", "Polygon", "LinearRing", "Track", "MultiTrack", "Model"];

/** Placemarks with a point; lines and areas are told apart, so that they can be named as skipped. */
export function readKml(text: string): FoundPlaces {
  const places: FoundPlace[] = [];
  let title: string | null = null;
  readElements(text, WANTED, (node, parent) => {
    if (node.name === "Placemark") places.push(placeOf(node));
    else if (parent === "Document") title ??= oneLine(node.text, TITLE_LENGTH) || null;
  });
  return { format: "kml", title, places };
}

function placeOf(node: XmlNode): FoundPlace {
  const point = descendant(node, "Point");
  const [lng, lat] = (point && childText(point, "coordinates"))?.split(",") ?? [];
  const when = descendant(node, "when") ?? descendant(node, "begin");
  const description = childText(node, "description");
  return foundPlace({
    name: childText(node, "name"),
    point: pointOf(lat, lng),
    address: childText(node, "address"),
    notes: [description && plainText(description)],
    url: child(node, "link")?.attributes.href ?? null,
    date: when?.text.trim().slice(0, 10) ?? null,
    isShape: !point && SHAPES.some((name) => descendant(node, name) !== undefined),
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** Descriptions are HTML in the files of many programs. */
function plainText(html: string): string {
  if (!/<\/?[a-z][^<>]*>/i.test(html)) return html;
  return (
    html
      .replaceAll(/<(?:br|\/p|\/div|\/li|\/tr|\/h\d)\b[^<>]*>/gi, "\n")
      .replaceAll(/<[^<>]*>/g, "")
      .replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => decoded(name) ?? whole)
      // Looked at from where they begin alone: else a long line of them takes for ever.
      .replaceAll(/(?<![ \t])[ \t]+\n/g, "\n")
  );
}

function decoded(name: string): string | null {
  if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? null;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : null;
}
