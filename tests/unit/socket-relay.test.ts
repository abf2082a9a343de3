import { once } from "node:events";
import { PassThrough } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { FrameWatch, relaySocket } from "#lib/local/socket-relay.ts";

const GOODBYE = Buffer.from([0x88, 2, 0x03, 0xf4]);

/** Returns a server's frame whose length field has one, three or nine bytes. */
function frame(length: number): Buffer {
  const content = Buffer.alloc(length, 0x81);
  if (length < 126) return Buffer.concat([Buffer.from([0x81, length]), content]);
  const isLong = length > 0xff_ff;
  const head = Buffer.alloc(isLong ? 10 : 4);
  head.set([0x81, isLong ? 127 : 126]);
  if (isLong) head.writeBigUInt64BE(BigInt(length), 2);
  else head.writeUInt16BE(length, 2);
  return Buffer.concat([head, content]);
}

const FRAMES = [0, 5, 125, 126, 300, 70_000, 1].map(frame);
const STREAM = Buffer.concat(FRAMES);
/** The positions at which each frame ends. */
const ENDS = new Set(FRAMES.map((_, index) => Buffer.concat(FRAMES.slice(0, index + 1)).length));

describe("whether a server of sockets is between two frames", () => {
  test.each([1, 2, 3, 7, 1000, STREAM.length])("is known after every piece of %i bytes", (size) => {
    const watch = new FrameWatch();
    for (let at = 0; at < STREAM.length; at += size) {
      const end = Math.min(STREAM.length, at + size);
      watch.see(STREAM.subarray(at, end));
      if (watch.isBetweenFrames !== ENDS.has(end)) expect.fail(`wrong after ${end} bytes`);
    }
    expect(watch.isBetweenFrames).toBe(true);
  });

  test("is known wherever the frames are cut in two", () => {
    for (let cut = 0; cut <= STREAM.length; cut++) {
      const watch = new FrameWatch();
      watch.see(STREAM.subarray(0, cut));
      if (watch.isBetweenFrames !== (cut === 0 || ENDS.has(cut))) expect.fail(`wrong after ${cut} bytes`);
      watch.see(STREAM.subarray(cut));
      if (!watch.isBetweenFrames) expect.fail(`wrong at the end, after a cut at ${cut}`);
    }
  });

  test.each([125, 126, 65_535, 65_536])("is known of frames of %i bytes, one after another", (length) => {
    const watch = new FrameWatch();
    const two = Buffer.concat([frame(length), frame(length)]);
    watch.see(two.subarray(0, -1));
    expect(watch.isBetweenFrames).toBe(false);
    watch.see(two.subarray(-1));
    expect(watch.isBetweenFrames).toBe(true);
  });

  test("is known behind a frame with a mask", () => {
    const watch = new FrameWatch();
    watch.see(Buffer.from([0x81, 0x82, 1, 2, 3, 4, 0x81]));
    expect(watch.isBetweenFrames).toBe(false);
    watch.see(Buffer.from([0x7e]));
    expect(watch.isBetweenFrames).toBe(true);
  });
});

/** Returns the ends of the client and of the room, and what the client has received. */
function socket() {
  const [client, room] = [new PassThrough(), new PassThrough()];
  const heard: Buffer[] = [];
  client.on("data", (chunk: Buffer) => heard.push(chunk));
  const relay = relaySocket(client, room);
  return { client, room, relay, goodbye: () => relay.leave(), heard: () => Buffer.concat(heard) };
}

describe("a client that takes nothing", () => {
  test("is told no more until it does, and misses nothing", async () => {
    const client = new PassThrough({ writableHighWaterMark: 100, readableHighWaterMark: 100 });
    const room = new PassThrough();
    relaySocket(client, room);
    for (let n = 0; n < 50; n++) room.write(frame(90));
    await turn();
    expect(room.isPaused()).toBe(true);
    expect(client.writableLength + client.readableLength).toBeLessThan(400);

    const heard: Buffer[] = [];
    client.on("data", (chunk: Buffer) => heard.push(chunk));
    room.end();
    await once(client, "end");
    expect(Buffer.concat(heard)).toEqual(Buffer.concat(Array.from({ length: 50 }, () => frame(90))));
  });

  test("is sent away behind the frame that waits for it", async () => {
    const client = new PassThrough({ writableHighWaterMark: 100, readableHighWaterMark: 100 });
    const room = new PassThrough();
    const relay = relaySocket(client, room);
    const long = frame(500);
    room.write(long.subarray(0, 300));
    room.write(long.subarray(300));
    await turn();
    relay.leave();
    const heard: Buffer[] = [];
    client.on("data", (chunk: Buffer) => heard.push(chunk));
    await once(client, "end");
    expect(Buffer.concat(heard)).toEqual(Buffer.concat([long, GOODBYE]));
  });
});

describe("a client that is sent away", () => {
  test("hears why at once where no frame is under way, and nothing behind it", async () => {
    const { room, goodbye, heard } = socket();
    room.write(frame(5));
    await turn();
    goodbye();
    room.write(frame(7));
    await turn();
    expect(heard()).toEqual(Buffer.concat([frame(5), GOODBYE]));
  });

  test("hears the frame that has begun to its end first", async () => {
    const { room, goodbye, heard } = socket();
    const long = frame(300);
    room.write(long.subarray(0, 100));
    await turn();
    goodbye();
    await turn();
    expect(heard()).toEqual(long.subarray(0, 100));
    room.write(long.subarray(100));
    await turn();
    await turn();
    expect(heard()).toEqual(Buffer.concat([long, GOODBYE]));
  });
});

describe("a frame that comes another way", () => {
  test("waits for the end of the one that is under way, and keeps its own turn", async () => {
    const { room, relay, heard } = socket();
    const long = frame(300);
    relay.say(frame(1));
    room.write(long.subarray(0, 100));
    await turn();
    relay.say(frame(2));
    relay.say(frame(3));
    await turn();
    expect(heard()).toEqual(Buffer.concat([frame(1), long.subarray(0, 100)]));
    room.write(long.subarray(100));
    await turn();
    relay.say(frame(4));
    room.write(frame(5));
    await turn();
    expect(heard()).toEqual(Buffer.concat([frame(1), long, ...[2, 3, 4, 5].map(frame)]));
  });

  test("may be the last, behind which nothing is said", async () => {
    const { room, relay, heard } = socket();
    relay.say(frame(1));
    relay.close(frame(2));
    relay.say(frame(3));
    room.write(frame(4));
    await turn();
    expect(heard()).toEqual(Buffer.concat([frame(1), frame(2)]));
    relay.leave();
    await turn();
    expect(heard()).toEqual(Buffer.concat([frame(1), frame(2)]));
  });

  test("cuts off who takes none of very many", async () => {
    const client = new PassThrough();
    const room = new PassThrough();
    const relay = relaySocket(client, room);
    for (let n = 0; n < 200 && !client.destroyed; n++) relay.say(frame(100_000));
    expect(client.destroyed).toBe(true);
    relay.say(frame(1));
  });
});
