import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { spool } from "#lib/server/account/spool.ts";

/* The folder in which Linux lists a process's open files. */
const OPEN_FILES = "/proc/self/fd";

/** The pieces of a text that is larger than what a stream reads ahead. */
const PIECES = Array.from({ length: 40 }, () => "x".repeat(50_000));

function isSpool(descriptor: string): boolean {
  try {
    return readlinkSync(`${OPEN_FILES}/${descriptor}`).includes("/wayfare-");
  } catch {
    // A file that was closed after the folder was read is not open any more.
    return false;
  }
}

function openSpools(): number {
  return readdirSync(OPEN_FILES).filter(isSpool).length;
}

async function* pieces() {
  yield* PIECES;
}

function spooled(signal = new AbortController().signal) {
  return spool(signal, (write) => write(pieces()));
}

describe.skipIf(!existsSync(OPEN_FILES))("the file of an answer is closed", () => {
  test("when it was read to its end", async () => {
    const { size, body } = await spooled();
    expect(openSpools()).toBe(1);
    const text = await new Response(body).text();
    expect(text).toBe(PIECES.join(""));
    expect(size).toBe(text.length);
    await vi.waitUntil(() => openSpools() === 0);
  });

  test("when its reader cancels", async () => {
    const { body } = await spooled();
    await body.cancel();
    await vi.waitUntil(() => openSpools() === 0);
  });

  test("when its reader goes away before reading any of it", async () => {
    const reader = new AbortController();
    const { body } = await spooled(reader.signal);
    expect(openSpools()).toBe(1);
    reader.abort();
    await vi.waitUntil(() => openSpools() === 0);
    await expect(new Response(body).text()).rejects.toThrow("aborted");
  });

  test("when its reader was gone before it was written", async () => {
    await spooled(AbortSignal.abort());
    await vi.waitUntil(() => openSpools() === 0);
  });

  test("when it was written and what belongs to it then failed", async () => {
    const commit = spool(new AbortController().signal, async (write) => {
      await write(pieces());
      throw new Error("The transaction was rolled back.");
    });
    await expect(commit).rejects.toThrow("rolled back");
    await vi.waitUntil(() => openSpools() === 0);
  });
});
