import type { Answer, CallInput } from "#lib/shared/api/endpoint.ts";
import { call, type CallOptions, type EndpointOf, type Operation } from "./api.ts";

export interface Page<T> {
  items: T[];
  /** The cursor with which the next page is requested; null after the last page. */
  cursor: string | null;
}

type ItemOf<O extends Operation> = Answer<EndpointOf<O>> extends (infer T)[] ? T : never;

/** Requests one page of a list endpoint. The next page's cursor is from the answer's `Link` header. */
export async function callPage<O extends Operation>(
  operation: O,
  input: CallInput<EndpointOf<O>>,
  options: CallOptions = {},
): Promise<Page<ItemOf<O>>> {
  let link: string | null = null;
  async function readingLink(...request: Parameters<typeof fetch>): Promise<Response> {
    const response = await (options.fetch ?? fetch)(...request);
    link = response.headers.get("link");
    return response;
  }
  const { data } = await call(operation, input, { ...options, fetch: readingLink });
  // The cast is safe because a list endpoint answers with an array of items; the type of `call` hides that.
  return { items: data as ItemOf<O>[], cursor: cursorOf(link) };
}

function cursorOf(link: string | null): string | null {
  const next = link?.match(/<([^>]+)>;\s*rel="next"/)?.[1];
  return next === undefined ? null : new URL(next, "http://localhost").searchParams.get("cursor");
}
