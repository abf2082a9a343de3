import type { CallInput, Endpoint } from "#lib/shared/api/endpoint.ts";
import { call, type CallOptions } from "./api.ts";

export interface Page<T> {
  items: T[];
  /** Ask for it next; null after the last page. */
  cursor: string | null;
}

/** One page of a list endpoint, with the cursor of the next from the answer's `Link` header. */
export async function callPage<E extends Endpoint, T>(
  endpoint: E & { response: { _output: T[] } },
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Page<T>> {
  let link: string | null = null;
  async function readingLink(...request: Parameters<typeof fetch>): Promise<Response> {
    const response = await (options.fetch ?? fetch)(...request);
    link = response.headers.get("link");
    return response;
  }
  const { data } = await call<E>(endpoint, input, { ...options, fetch: readingLink });
  // The endpoint's response is an array of T by its own type; `call` keeps it behind a conditional type.
  return { items: data as T[], cursor: cursorOf(link) };
}

function cursorOf(link: string | null): string | null {
  const next = link?.match(/<([^>]+)>;\s*rel="next"/)?.[1];
  return next === undefined ? null : new URL(next, "http://localhost").searchParams.get("cursor");
}
