import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { Agent, request } from "undici";
import { STREET_VIEW_LIMITS } from "#lib/shared/street-view-limits.ts";
import { PrivateAddress, lookUpPublicOnly } from "../http/public-lookup.ts";
import { type ImageType, imageType } from "./image-type.ts";
import { isListedLoopback, mediaAddress } from "./media-address.ts";
import { ProviderFailure } from "./provider-failure.ts";

export interface Picture {
  contentType: ImageType;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The reason why a photo's bytes are not returned. After `expired` and `busy`, a later request may succeed. */
type MediaFault = "address" | "redirect" | "too_large" | "no_image" | "absent" | "expired" | "busy";

export class MediaFailure extends ProviderFailure {
  readonly fault: MediaFault;

  constructor(fault: MediaFault, status?: number) {
    super("media", { code: fault, ...(status !== undefined && { status }) });
    this.fault = fault;
  }

  override get isPassing(): boolean {
    return this.fault === "expired" || this.fault === "busy";
  }
}

interface Options {
  /** The allowed hosts; their subdomains are allowed, too. */
  hosts: readonly string[];
  signal: AbortSignal;
  /** Resolves host names; a test passes its own. */
  lookup?: LookupFunction;
}

const HEADERS = { accept: "image/jpeg, image/png, image/webp" };

/**
 * Fetches a photo from the URL that the provider returned. Nothing in the answer is trusted: neither the URL nor the
 * address of its host, nor the declared size and type. No token is sent, no redirect is followed, and the connection
 * closes after the request.
 * @throws MediaFailure
 */
export async function fetchMedia(
  address: string,
  { hosts, signal, lookup = systemLookup }: Options,
): Promise<Picture> {
  const url = mediaAddress(address, hosts);
  if (!url) throw new MediaFailure("address");
  const connect = isListedLoopback(url, hosts) ? {} : { lookup: lookUpPublicOnly(lookup) };
  const agent = new Agent({ connect, pipelining: 0 });
  try {
    return await readPicture(url, agent, signal);
  } catch (error) {
    throw error instanceof ProviderFailure ? error : new MediaFailure(faultOf(error));
  } finally {
    await agent.destroy();
  }
}

async function readPicture(url: URL, dispatcher: Agent, signal: AbortSignal): Promise<Picture> {
  const { statusCode, headers, body } = await request(url, { dispatcher, headers: HEADERS, signal });
  // The agent is destroyed right after this, which ends bodies that nobody has read; their errors are ignored.
  body.on("error", () => undefined);
  if (statusCode !== 200) throw new MediaFailure(faultOfStatus(statusCode), statusCode);
  if (Number(headers["content-length"] ?? 0) > STREET_VIEW_LIMITS.previewMaxBytes)
    throw new MediaFailure("too_large");
  const bytes = await readLimited(body);
  const contentType = imageType(bytes);
  if (!contentType) throw new MediaFailure("no_image");
  return { contentType, bytes };
}

async function readLimited(body: AsyncIterable<Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > STREET_VIEW_LIMITS.previewMaxBytes) throw new MediaFailure("too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function faultOfStatus(status: number): MediaFault {
  if (status >= 300 && status < 400) return "redirect";
  if (status === 404 || status === 410) return "absent";
  // With these two statuses the signature of the URL has expired; the next preview requests a new URL.
  return status === 401 || status === 403 ? "expired" : "busy";
}

function faultOf(error: unknown): MediaFault {
  return error instanceof PrivateAddress ? "address" : "busy";
}
