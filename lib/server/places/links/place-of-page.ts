import { Parser } from "htmlparser2";

/**
 * Returns the URL that a page's head contains: the target of a refresh, the coordinates in Open Graph properties, or
 * the page's canonical URL. null: it contains none.
 */
export function placeOfPage(html: string, url: URL): URL | null {
  const head = headOf(html);
  const address = head.refresh ?? pointed(head) ?? head.canonical ?? head["og:url"];
  if (address === undefined || !URL.canParse(address, url)) return null;
  const found = new URL(address, url);
  return found.href === url.href ? null : found;
}

type Head = Partial<
  Record<
    "refresh" | "canonical" | "og:url" | "og:title" | "place:location:latitude" | "place:location:longitude",
    string
  >
>;

const PROPERTIES = ["og:url", "og:title", "place:location:latitude", "place:location:longitude"] as const;

function headOf(html: string): Head {
  const head: Head = {};
  const parser = new Parser({
    onopentag(name, { property, content, rel, href, "http-equiv": instead }) {
      if (name === "link" && rel === "canonical") head.canonical ??= href;
      if (name !== "meta" || content === undefined) return;
      if (instead?.toLowerCase() === "refresh") head.refresh ??= addressIn(content);
      const known = PROPERTIES.find((each) => each === property);
      if (known) head[known] ??= content;
    },
  });
  parser.end(html);
  return head;
}

/** Reads the URL of a refresh such as `0; url='/there'`. */
function addressIn(refresh: string): string | undefined {
  const at = refresh.toLowerCase().indexOf("url=");
  return at === -1 ? undefined : refresh.slice(at + 4).replaceAll(/^["']|["']$/g, "");
}

/** Writes the coordinates and the name as a link of Apple Maps, because such a link can contain both. */
function pointed(head: Head): string | undefined {
  const { "place:location:latitude": lat, "place:location:longitude": lng, "og:title": name } = head;
  if (lat === undefined || lng === undefined) return undefined;
  const said = new URLSearchParams({ coordinate: `${lat},${lng}`, ...(name !== undefined && { name }) });
  return `https://maps.apple.com/place?${said}`;
}
