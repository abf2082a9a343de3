import { describe, expect, test } from "vitest";
import { fanOutMessage, readFanOutAddress } from "#lib/shared/fan-out.ts";
import { FanOutConnection, FanOutConnections } from "#party/fan-out.ts";

const NAME = "8a3c1f0e-5d52-4c3c-9f6e-0b7a52f0c111";
const TAKEN = fanOutMessage({ to: [] }, "");

function rider(id: string) {
  return { id, close: () => undefined };
}

function newLine() {
  const sent: string[] = [];
  const line = new FanOutConnection((message) => void sent.push(message));
  return { sent, socketOf: (place: number) => line.socketOf(place) };
}

describe("what is said on a line", () => {
  test("goes once to all who are told the same at once, in the order in which it was said", async () => {
    const { sent, socketOf } = newLine();
    const [one, two, three] = [socketOf(1), socketOf(2), socketOf(3)];
    for (const socket of [one, two, three]) socket.send("first");
    for (const socket of [one, two]) socket.send("second");
    three.send("third");
    three.send("second");
    expect(sent.slice(0, 2)).toEqual([TAKEN, fanOutMessage({ to: [1, 2, 3] }, "first")]);
    await Promise.resolve();
    expect(sent.slice(2)).toEqual([
      fanOutMessage({ to: [1, 2] }, "second"),
      fanOutMessage({ to: [3] }, "third"),
      fanOutMessage({ to: [3] }, "second"),
    ]);
  });

  test("is said again where it is meant twice", async () => {
    const { sent, socketOf } = newLine();
    socketOf(1).send("pong");
    socketOf(1).send("pong");
    await Promise.resolve();
    socketOf(1).send("pong");
    await Promise.resolve();
    expect(sent).toEqual([TAKEN, fanOutMessage({ to: [1, 1] }, "pong"), fanOutMessage({ to: [1] }, "pong")]);
  });

  test("comes before the close that follows it, which waits for nothing", () => {
    const { sent, socketOf } = newLine();
    socketOf(1).send("why");
    socketOf(1).close(4003, "You left.");
    expect(sent.slice(1)).toEqual([
      fanOutMessage({ to: [1] }, "why"),
      fanOutMessage({ to: [1], close: 4003 }, "You left."),
    ]);
  });
});

describe("the lines of a room", () => {
  test("carry only who names one that is there, with a number", () => {
    const lines = new FanOutConnections();
    expect(lines.ride(rider("a"), { name: NAME, rider: 1 })).toBeNull();
    lines.begin(NAME, "line", () => undefined);
    expect(lines.ride(rider("a"), { name: NAME, rider: null })).toBeNull();
    expect(lines.ride(rider("a"), { name: NAME, rider: 1 })).not.toBeNull();
    lines.leave("line");
    expect(lines.ride(rider("b"), { name: NAME, rider: 2 })).toBeNull();
  });

  test("leave nobody behind when they end", () => {
    const lines = new FanOutConnections();
    lines.begin(NAME, "line", () => undefined);
    for (const [index, id] of ["a", "b", "c"].entries()) lines.ride(rider(id), { name: NAME, rider: index });
    expect(lines.leave("b")).toEqual([]);
    expect(lines.leave("line").map(({ id }) => id)).toEqual(["a", "c"]);
    expect(lines.leave("line")).toEqual([]);
  });

  test("are named by UUIDs", () => {
    expect(readFanOutAddress(NAME)).toEqual({ name: NAME, rider: null });
    expect(readFanOutAddress(`${NAME}.12`)).toEqual({ name: NAME, rider: 12 });
    for (const header of ["", "x", `${NAME}.`, `${NAME}.-1`, `${NAME}.1.2`, `${NAME}.1e3`])
      expect(readFanOutAddress(header), header).toBeNull();
  });
});
