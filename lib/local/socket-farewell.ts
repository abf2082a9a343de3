import type { Duplex } from "node:stream";

/** 1012, "service restart": whoever hears it comes back, after a moment of its own choosing. */
const RESTART = Buffer.from([0x88, 2, 1012 >> 8, 1012 & 0xff]);
const LONGEST_HEADER = 14;

/** Follows what a WebSocket server sends from its first frame on, to know when it is between two frames; it keeps nothing of what it sees. */
export class FrameWatch {
  /** What has come of a frame's header. */
  #head = Buffer.alloc(0);
  /** Bytes of the frame's content that are still to come. */
  #left = 0;

  get isBetweenFrames(): boolean {
    return this.#left === 0 && this.#head.length === 0;
  }

  see(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) {
      const skipped = Math.min(this.#left, rest.length);
      this.#left -= skipped;
      rest = rest.subarray(skipped);
      if (rest.length > 0) rest = this.#behindHeader(rest);
    }
  }

  #behindHeader(rest: Buffer): Buffer {
    const before = this.#head.length;
    const known = Buffer.concat([this.#head, rest.subarray(0, LONGEST_HEADER - before)]);
    const header = headerOf(known);
    this.#head = header ? Buffer.alloc(0) : known;
    if (!header) return Buffer.alloc(0);
    this.#left = header.content;
    return rest.subarray(header.length - before);
  }
}

/** RFC 6455, 5.2: the content's length is in the second byte, or in the two or eight behind it. */
function headerOf(known: Buffer): { length: number; content: number } | null {
  const second = known[1];
  if (second === undefined) return null;
  const short = second & 0x7f;
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
  const length = 2 + extra + (second & 0x80 ? 4 : 0);
  if (known.length < length) return null;
  const content =
    extra === 2 ? known.readUInt16BE(2) : extra === 8 ? Number(known.readBigUInt64BE(2)) : short;
  return { length, content };
}

/**
 * Watches a room's side of a socket, from its first frame on, that is piped to a client.
 * @returns what ends the client's side with a word of why, as soon as no frame would be cut in two
 */
export function farewellTo(client: Duplex, room: Duplex): () => void {
  const watch = new FrameWatch();
  let isEnding = false;
  function endBetweenFrames(): void {
    if (!isEnding || !watch.isBetweenFrames) return;
    room.unpipe(client);
    client.end(RESTART);
    room.destroy();
  }
  room.on("data", (chunk: Buffer) => {
    watch.see(chunk);
    // Everything of this chunk has been passed on by then.
    if (isEnding) queueMicrotask(endBetweenFrames);
  });
  return () => {
    isEnding = true;
    endBetweenFrames();
  };
}
