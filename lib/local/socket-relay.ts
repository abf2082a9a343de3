import type { Duplex } from "node:stream";

/** A close frame with code 1012, "service restart": a client reconnects after a random delay. */
const RESTART = Buffer.from([0x88, 2, 1012 >> 8, 1012 & 0xff]);
/**
 * How many bytes a client may leave unread: more than everything that a room sends at once. A client that leaves more
 * is cut off; it can reconnect and request the rest.
 */
const MOST_UNREAD = 16 * 1024 * 1024;

/**
 * Follows the frames that a WebSocket server sends from its first frame on, to know when it is between two frames. It
 * stores nothing of the content, because every message to every socket passes here.
 */
export class FrameWatch {
  /** Bytes of a frame's header that have arrived; 0 in the content, and between frames. */
  #headerSeen = 0;
  #headerLength = 2;
  /** The index in the header at which the content's length ends. */
  #lengthEnd = 2;
  /** Bytes of the frame's content that are still to come, according to its header. */
  #left = 0;

  get isBetweenFrames(): boolean {
    return this.#left === 0 && this.#headerSeen === 0;
  }

  see(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#headerSeen === 0 && this.#left > 0) {
        const skipped = Math.min(this.#left, chunk.length - at);
        this.#left -= skipped;
        at += skipped;
      } else {
        this.#seeHeader(chunk[at] ?? 0);
        at++;
      }
    }
  }

  /** RFC 6455, 5.2: the content's length is in the second byte, or in the two or eight behind it; a mask may follow. */
  #seeHeader(byte: number): void {
    const place = this.#headerSeen++;
    if (place === 0) return;
    if (place === 1) {
      const short = byte & 0x7f;
      this.#lengthEnd = short === 126 ? 4 : short === 127 ? 10 : 2;
      this.#headerLength = this.#lengthEnd + (byte & 0x80 ? 4 : 0);
      this.#left = this.#lengthEnd === 2 ? short : 0;
    } else if (place < this.#lengthEnd) {
      this.#left = this.#left * 256 + byte;
    }
    if (this.#headerSeen === this.#headerLength) this.#headerSeen = 0;
  }
}

/** The relay of messages from a room to a client. */
export interface SocketRelay {
  /** Sends a whole frame from another source, between two frames of the room. */
  say(frame: Buffer): void;
  /** Sends a last frame between two frames of the room, and closes. */
  close(frame: Buffer): void;
  /** Closes the client's side with a reason, as soon as no frame would be cut in two. */
  leave(): void;
}

/** Passes a room's messages on to a socket, from the first frame on, no faster than the client reads them. */
export function relaySocket(client: Duplex, room: Duplex): SocketRelay {
  const watch = new FrameWatch();
  /** Functions that wait for the end of the current frame. */
  let due: (() => void)[] = [];
  let isClosed = false;
  let isLeaving = false;
  function betweenFrames(work: () => void): void {
    if (watch.isBetweenFrames) work();
    else due.push(work);
  }
  function pass(chunk: Buffer): void {
    watch.see(chunk);
    if (!isClosed && !client.write(chunk)) room.pause();
    if (due.length === 0 || !watch.isBetweenFrames) return;
    const works = due;
    due = [];
    for (const work of works) work();
  }
  function say(frame: Buffer): void {
    if (isClosed || !client.writable) return;
    client.write(frame);
    if (client.writableLength > MOST_UNREAD) client.destroy();
  }
  // `pipe` is not used, since it would be a second listener beside ours for thousands of messages a second.
  room.on("data", pass);
  client.on("drain", () => room.resume());
  room.once("end", () => client.end());
  return {
    say: (frame) => betweenFrames(() => say(frame)),
    close: (frame) =>
      betweenFrames(() => {
        say(frame);
        isClosed = true;
      }),
    leave() {
      if (isLeaving) return;
      isLeaving = true;
      betweenFrames(() => {
        room.off("data", pass);
        if (isClosed) client.end();
        else client.end(RESTART);
        room.destroy();
      });
    },
  };
}
