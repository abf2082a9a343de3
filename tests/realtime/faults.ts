import type { Clock } from "#lib/shared/clock.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** How unreliable the network between a client and the service is; 0 everywhere is a reliable one. */
export interface NetworkFaults {
  /** The share of requests that never arrive; the next field is the share whose answers never arrive. */
  lostRequests: number;
  lostAnswers: number;
  repeatedRequests: number;
  slow: number;
  repeatedMessages: number;
  /** The share of messages that later ones overtake. */
  lateMessages: number;
  droppedSockets: number;
}

export const STORM: NetworkFaults = {
  lostRequests: 0.06,
  lostAnswers: 0.06,
  repeatedRequests: 0.06,
  slow: 0.3,
  repeatedMessages: 0.08,
  lateMessages: 0.15,
  droppedSockets: 0.02,
};
export const CALM: NetworkFaults = {
  lostRequests: 0,
  lostAnswers: 0,
  repeatedRequests: 0,
  slow: 0,
  repeatedMessages: 0,
  lateMessages: 0,
  droppedSockets: 0,
};

export interface Network {
  weather: NetworkFaults;
  chance: SeededRandom;
}

const MAX_DELAY_MS = 40;

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/**
 * Returns a `fetch` over a network that loses, repeats and delays requests; `onAnswer` receives the service's real
 * answer.
 */
export function faultyFetch(
  network: Network,
  onAnswer: (request: Request, response: Response) => void,
): typeof fetch {
  return async (input, init) => {
    const { weather, chance } = network;
    const request = new Request(input, init);
    if (chance.is(weather.slow)) await sleep(chance.below(MAX_DELAY_MS));
    if (chance.is(weather.lostRequests)) throw new TypeError("The network lost the request.");
    const isRepeated = chance.is(weather.repeatedRequests);
    const [response] = await Promise.all([
      ask(request.clone(), onAnswer),
      ...(isRepeated ? [ask(request.clone(), onAnswer).catch(() => null)] : []),
    ]);
    if (chance.is(weather.slow)) await sleep(chance.below(MAX_DELAY_MS));
    if (chance.is(weather.lostAnswers)) throw new TypeError("The network lost the answer.");
    return response;
  };
}

async function ask(
  request: Request,
  onAnswer: (request: Request, response: Response) => void,
): Promise<Response> {
  const response = await fetch(request);
  onAnswer(request, response.clone());
  return response;
}

/** Returns a WebSocket class over a faulty network. Messages that arrived before a drop can be delivered after it. */
export function faultySocket(network: Network): unknown {
  return class extends EventTarget {
    binaryType = "blob";
    readonly #inner: WebSocket;

    constructor(url: string) {
      super();
      this.#inner = new WebSocket(url);
      for (const type of ["open", "error"])
        this.#inner.addEventListener(type, () => this.dispatchEvent(new Event(type)));
      this.#inner.addEventListener("close", ({ code, reason }) => {
        this.dispatchEvent(new CloseEvent("close", { code, reason }));
      });
      this.#inner.addEventListener("message", ({ data }) => this.#arrived(String(data)));
    }

    get readyState(): number {
      return this.#inner.readyState;
    }

    get bufferedAmount(): number {
      return this.#inner.bufferedAmount;
    }

    send(data: string): void {
      this.#inner.send(data);
    }

    close(code?: number, reason?: string): void {
      this.#inner.close(code, reason);
    }

    #arrived(data: string): void {
      const { weather, chance } = network;
      if (chance.is(weather.droppedSockets)) this.#inner.close();
      const copies = chance.is(weather.repeatedMessages) ? 2 : 1;
      for (let copy = 0; copy < copies; copy++) {
        const tell = () => this.dispatchEvent(new MessageEvent("message", { data }));
        if (chance.is(weather.lateMessages)) setTimeout(tell, chance.below(MAX_DELAY_MS));
        else tell();
      }
    }
  };
}

/** Returns a clock that runs faster, so that waits for retries do not take most of the test's time. */
export function fastClock(chance: SeededRandom, factor: number): Clock {
  const began = Date.now();
  return {
    now: () => began + (Date.now() - began) * factor,
    after(ms, work) {
      const timer = setTimeout(work, ms / factor);
      return () => clearTimeout(timer);
    },
    random: () => chance.next(),
  };
}
