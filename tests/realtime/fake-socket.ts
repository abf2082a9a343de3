import { expect } from "vitest";
import type { ServerMessage } from "#lib/shared/protocol.ts";
import type { FakeClock } from "./fake-clock.ts";

/** A WebSocket whose other end is the test. */
export class FakeSocket extends EventTarget {
  static opened: FakeSocket[] = [];
  readyState = 0;
  readonly said: string[] = [];
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSocket.opened.push(this);
  }

  send(text: string): void {
    this.said.push(text);
  }

  close(): void {
    this.readyState = 3;
  }

  accept(seq = 7): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
    this.tell({ type: "hello", protocol: 1, seq });
  }

  tell(message: ServerMessage): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  drop(code = 1006): void {
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent("close", { code }));
  }
}

/** Returns the nth connection once it is opened; until then, the clock repeatedly advances by `waitMs`. */
export async function waitForSocket(clock: FakeClock, index: number, waitMs = 0): Promise<FakeSocket> {
  await expect
    .poll(async () => {
      await clock.pass(waitMs);
      return FakeSocket.opened.length;
    })
    .toBeGreaterThan(index);
  const found = FakeSocket.opened[index];
  if (!found) throw new Error("There is no such connection.");
  return found;
}
