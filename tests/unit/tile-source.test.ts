import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { TileSource } from "#lib/client/offline/tile-source.ts";
import { answerJson, startLoopback, type Trouble } from "#tests/doubles/loopback-server.ts";
import { startStreetTiles } from "#tests/doubles/street-tiles.ts";

const host = await startStreetTiles();
afterAll(() => host.stop());
beforeEach(() => {
  host.trouble = null;
  host.asked.length = 0;
});

const { signal } = new AbortController();

test.each<Trouble>(["error", "slow", "gone"])(
  "whoever gives no tiles (%s) is left alone after four of them, and nobody waits longer than the deadline",
  async (trouble) => {
    const source = new TileSource(host.url, 100);
    await source.ask();
    host.trouble = trouble;
    for (let tile = 0; tile < 4; tile++) {
      const since = performance.now();
      await expect(source.fetch(`14/8532/${tile}`, signal)).rejects.toThrow();
      expect(performance.now() - since).toBeLessThan(1000);
    }
    const asked = host.asked.length;
    await expect(source.fetch("14/8532/5", signal)).rejects.toThrow("asked again in a while");
    expect(host.asked).toHaveLength(asked);
  },
);

test("who rests is asked again once this device has a connection again", async () => {
  const source = new TileSource(host.url, 100);
  await source.ask();
  host.trouble = "gone";
  for (let tile = 0; tile < 4; tile++)
    await expect(source.fetch(`14/8532/${tile}`, signal)).rejects.toThrow();
  host.trouble = null;
  source.wake();
  await expect(source.fetch("14/8532/5", signal)).resolves.toBeInstanceOf(ArrayBuffer);
});

test("failures without a connection say nothing of who gives tiles", async () => {
  const source = new TileSource(host.url, 100);
  await source.ask();
  host.trouble = "gone";
  vi.stubGlobal("navigator", { onLine: false });
  for (let tile = 0; tile < 5; tile++)
    await expect(source.fetch(`14/8532/${tile}`, signal)).rejects.toThrow();
  vi.unstubAllGlobals();
  host.trouble = null;
  await expect(source.fetch("14/8532/6", signal)).resolves.toBeInstanceOf(ArrayBuffer);
});

test("a tile that is not there is no failure", async () => {
  const source = new TileSource(host.url, 100);
  await source.ask();
  host.trouble = "missing";
  for (let tile = 0; tile < 5; tile++)
    await expect(source.fetch(`14/8532/${tile}`, signal)).resolves.toBeNull();
});

test("a tile that somebody does not want any more says nothing of who gives it", async () => {
  const source = new TileSource(host.url, 5000);
  await source.ask();
  host.trouble = "slow";
  for (let tile = 0; tile < 5; tile++) {
    const unwanted = new AbortController();
    const fetched = source.fetch(`14/8532/${tile}`, unwanted.signal);
    unwanted.abort();
    await expect(fetched).rejects.toThrow();
  }
  host.trouble = null;
  await expect(source.fetch("14/8532/5", signal)).resolves.toBeInstanceOf(ArrayBuffer);
});

test("what has begun may take longer than the deadline", async () => {
  const slow = await startLoopback((request, response) => {
    if (request.url === "/planet") return answerJson(response, 200, { tiles: [`${slow.url}/{z}/{x}/{y}`] });
    response.writeHead(200).write("ti");
    setTimeout(() => response.end("le"), 300);
  });
  const source = new TileSource(`${slow.url}/planet`, 200);
  const tile = await source.fetch("14/8532/1", signal);
  expect(new TextDecoder().decode(tile ?? undefined)).toBe("tile");
  await slow.stop();
});
