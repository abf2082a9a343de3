import { Parser } from "htmlparser2";

/**
 * The address that a page's head names: where it sends its readers at once, where the place is by the Open Graph's
 * properties, or its own permanent one. null: it names none.
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

/** `0; url='/there'` */
function addressIn(refresh: string): string | undefined {
  const at = refresh.toLowerCase().indexOf("url=");
  return at === -1 ? undefined : refresh.slice(at + 4).replaceAll(/^["']|["']$/g, "");
}

/** In the words of a site whose links say both. */
function pointed(head: Head): string | undefined {
  const { "place:location:latitude": lat, "place:location:longitude": lng, "og:title": name } = head;
  if (lat === undefined || lng === undefined) return undefined;
  const said = new URLSearchParams({ coordinate: `${lat},${lng}`, ...(name !== undefined && { name }) });
  return `https://maps.apple.com/place?${said}`;
}
