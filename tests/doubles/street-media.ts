import type { IncomingMessage, ServerResponse } from "node:http";
import { drawPhoto } from "./street-pictures.ts";
import type { WorldPhoto } from "./street-world.ts";

/** How the bytes of a photo can be wrong. */
export type MediaFault =
  | "html"
  | "svg"
  | "too-long"
  | "endless"
  | "redirect"
  | "expired"
  | "gone"
  | "broken"
  | "reset"
  | "hang"
  | "mislabelled";

const LIMIT = 2 * 1024 * 1024;
const PATH = /^\/media\/([a-z-]+)\/(\d+)\/(\w+)$/;
const drawn = new Map<string, Promise<Buffer>>();

/** Returns the path `/media/{kind}/{width}/{id}?exp=…`; the kind `photo` is the right photo. */
export function mediaPath(kind: string, width: number, id: string, expires: number): string {
  return `/media/${kind}/${width}/${id}?exp=${expires.toString(16)}&sig=${id.length}f00d`;
}

export function isMediaPath(url: string): boolean {
  return url.startsWith("/media/");
}

/**
 * Answers a request for the bytes of a photo.
 * @param find - looks a photo up by its id
 */
export async function answerMedia(
  { url = "" }: IncomingMessage,
  response: ServerResponse,
  find: (id: string) => WorldPhoto | undefined,
): Promise<void> {
  const { pathname, searchParams } = new URL(url, "http://media.test");
  const [, kind, width = "", id = ""] = PATH.exec(pathname) ?? [];
  const photo = find(id);
  if (!photo) return void response.writeHead(404).end("Not Found");
  const isExpired = Number.parseInt(searchParams.get("exp") ?? "0", 16) < Date.now();
  if (isExpired || kind === "expired") {
    return void response.writeHead(403, { "content-type": "text/plain" }).end("URL signature expired");
  }
  if (kind !== "photo") return answerOtherwise(kind as MediaFault, response);
  const { bytes, format } = await pictureOf(photo, Number(width));
  const headers = { "content-type": `image/${format}`, "content-length": bytes.byteLength };
  response.writeHead(200, { ...headers, "cache-control": "public, max-age=1209600" }).end(bytes);
}

/** Returns the picture's bytes and format; most pictures are JPEGs. */
function pictureOf(photo: WorldPhoto, width: number) {
  const last = Number(photo.id.at(-1));
  const format = last === 3 && !photo.isPano ? "png" : last === 7 ? "webp" : "jpeg";
  const key = `${photo.id} ${width}`;
  const bytes = drawn.get(key) ?? drawPhoto(photo, { width, format });
  drawn.set(key, bytes);
  const oldest = drawn.keys().next().value;
  if (drawn.size > 60 && oldest !== undefined) drawn.delete(oldest);
  return bytes.then((done) => ({ bytes: done, format }));
}

function answerOtherwise(kind: MediaFault, response: ServerResponse): void {
  const jpeg = { "content-type": "image/jpeg" };
  switch (kind) {
    case "html":
      return void response.writeHead(200, jpeg).end("<!doctype html><script>alert(1)</script>");
    case "svg":
      return void response
        .writeHead(200, { "content-type": "image/svg+xml" })
        .end('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    case "mislabelled":
      return void response.writeHead(200, { "content-type": "image/png" }).end("GIF89a....");
    case "too-long":
      return void response
        .writeHead(200, { ...jpeg, "content-length": LIMIT + 1 })
        .end(Buffer.alloc(LIMIT + 1, Buffer.from([0xff, 0xd8, 0xff, 0xe0])));
    case "endless":
      return sendForever(response.writeHead(200, jpeg));
    case "redirect":
      return void response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end();
    case "gone":
      return void response.writeHead(410).end();
    case "broken":
      return void response.writeHead(500).end("Internal Server Error");
    case "reset":
      return void response.destroy();
    case "expired":
    case "hang":
      return undefined;
  }
}

/** Sends a JPEG that never ends, in chunks without a total length. */
function sendForever(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more);
  more();
}
