import { flushPromises } from "./fake-clock.ts";

/** A request that was sent and waits for its answer. */
export interface PendingRequest {
  method: string;
  /** The path below the trip's own path. */
  path: string;
  body: unknown;
  headers: Headers;
  /** Answers the request; `seq` is sent in the header `x-trip-seq`. */
  answer(status: number, body?: unknown, seq?: number): Promise<void>;
  lose(): Promise<void>;
}

export function refusal(code: string, details: object = {}) {
  return { code, message: "No.", details, requestId: "0199b6a0-7c00-7000-8000-0000000000ee" };
}

/** Answers requests when the test says so; an aborted request fails like a lost one. */
export class FakeService {
  readonly sent: PendingRequest[] = [];

  readonly fetch = (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    init?.signal?.addEventListener("abort", () => reject(new DOMException("given up", "AbortError")));
    const url = input instanceof Request ? input.url : input.toString();
    this.sent.push({
      method: init?.method ?? "GET",
      path: url.replace(/^\/api\/trips\/[\w-]+/, ""),
      body: typeof init?.body === "string" ? JSON.parse(init.body) : undefined,
      headers: new Headers(init?.headers),
      answer(status, body, seq) {
        const headers = new Headers(seq === undefined ? {} : { "x-trip-seq": String(seq) });
        resolve(new Response(body === undefined ? null : JSON.stringify(body), { status, headers }));
        return flushPromises();
      },
      lose() {
        reject(new TypeError("lost"));
        return flushPromises();
      },
    });
    return promise;
  };

  request(index: number): PendingRequest {
    const found = this.sent.at(index);
    if (!found) throw new Error(`Only ${this.sent.length} requests were sent.`);
    return found;
  }
}
