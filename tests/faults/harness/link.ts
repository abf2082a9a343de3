import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** How a connection between two parties behaves. */
export type LinkMode =
  | { kind: "open" }
  /** All answers are delayed by this time, in order. */
  | { kind: "slow"; ms: number }
  /** Connections are accepted, but no byte passes in either direction. */
  | { kind: "frozen" }
  /** New connections are broken at once, and existing ones too. */
  | { kind: "cut" }
  /** Every request gets these bytes as its answer. */
  | { kind: "answers"; bytes: string }
  /** This many bytes of a request pass, and then the connection breaks. */
  | { kind: "half"; bytes: number };

export interface FaultyLink {
  port: number;
  url: string;
  set(mode: LinkMode): void;
  /** Sets a function that sees each piece sent to the other party and decides what happens to the connection. */
  onSend(decide: ((piece: Buffer) => Verdict) | null): void;
  /** Returns how many pieces were held back, or connections broken, since the mode was set. */
  harmed(): number;
  stop(): Promise<void>;
}

/**
 * `lost`: the piece does not arrive. `unanswered`: it arrives and is processed, but the answer is lost. Both break the
 * connection.
 */
export type Verdict = "passes" | "lost" | "unanswered";

/** Starts a relay to a server of this machine that tests can make faulty. */
export async function startFaultyLink(host: string, port: number): Promise<FaultyLink> {
  const wires = new Set<Wire>();
  const state: LinkState = { mode: { kind: "open" }, decide: null, harmed: 0 };
  const server = createServer((client) => {
    const wire = new Wire(client, connect({ host, port, noDelay: true }), state);
    wires.add(wire);
    client.once("close", () => wires.delete(wire));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = (server.address() as AddressInfo).port;
  return {
    port: own,
    url: `http://127.0.0.1:${own}`,
    set(mode) {
      state.mode = mode;
      state.harmed = 0;
      for (const wire of wires) wire.changed();
    },
    onSend(decide) {
      state.decide = decide;
      state.harmed = 0;
    },
    harmed: () => state.harmed,
    async stop() {
      for (const wire of wires) wire.cut();
      server.close();
      await once(server, "close");
    },
  };
}

interface LinkState {
  mode: LinkMode;
  decide: ((piece: Buffer) => Verdict) | null;
  harmed: number;
}

class Wire {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #state: LinkState;
  #passed = 0;
  #isAnswerLost = false;
  /** The delayed pieces in order. Two timers of the same moment can fire in either order, but bytes must not. */
  readonly #late: Buffer[] = [];

  constructor(client: Socket, server: Socket, state: LinkState) {
    this.#client = client;
    this.#server = server;
    this.#state = state;
    client.setNoDelay(true);
    client.on("data", (piece: Buffer) => this.#send(piece));
    server.on("data", (piece: Buffer) => this.#receive(piece));
    for (const socket of [client, server]) {
      socket.on("error", () => this.cut());
      socket.on("close", () => this.cut());
    }
    this.changed();
  }

  changed(): void {
    const { mode } = this.#state;
    this.#passed = 0;
    if (mode.kind === "cut") return this.#harm();
    for (const socket of [this.#client, this.#server]) {
      if (mode.kind === "frozen") socket.pause();
      else socket.resume();
    }
  }

  cut(): void {
    this.#client.destroy();
    this.#server.destroy();
  }

  #harm(): void {
    this.#state.harmed += 1;
    this.cut();
  }

  #send(piece: Buffer): void {
    const { mode, decide } = this.#state;
    if (mode.kind === "answers") {
      this.#state.harmed += 1;
      this.#client.end(mode.bytes);
      return;
    }
    if (mode.kind === "half" && this.#passed + piece.length > mode.bytes) {
      this.#server.write(piece.subarray(0, mode.bytes - this.#passed), () => this.#harm());
      return;
    }
    const verdict = decide?.(piece) ?? "passes";
    if (verdict === "lost") return this.#harm();
    if (verdict === "unanswered") this.#isAnswerLost = true;
    this.#passed += piece.length;
    this.#server.write(piece);
  }

  #receive(piece: Buffer): void {
    if (this.#isAnswerLost) return this.#harm();
    const { mode } = this.#state;
    if (mode.kind !== "slow" && this.#late.length === 0) return void this.#client.write(piece);
    this.#state.harmed += 1;
    this.#late.push(piece);
    setTimeout(() => this.#passNext(), mode.kind === "slow" ? mode.ms : 0);
  }

  #passNext(): void {
    const next = this.#late.shift();
    if (next) this.#client.write(next);
  }
}
