/** A `fetch` that reports the sent part of the body, from 0 to 1; the browser's own `fetch` does not report it. */
export function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? "GET", input instanceof Request ? input.url : input);
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded / total));
      request.addEventListener("load", () => resolve(answerOf(request)));
      request.addEventListener("error", () => reject(new TypeError("The request failed.")));
      request.addEventListener("abort", () =>
        reject(new DOMException("The request was cancelled.", "AbortError")),
      );
      init.signal?.addEventListener("abort", () => request.abort());
      // Streams are the one kind of body that XMLHttpRequest does not take, and nobody uploads one.
      request.send(init.body as XMLHttpRequestBodyInit | null);
    });
}

/** The headers of an answer that the client reads. */
const HEADERS = ["x-request-id", "x-trip-seq"] as const;

function answerOf(request: XMLHttpRequest): Response {
  const { status, responseText } = request;
  const headers = new Headers();
  for (const name of HEADERS) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(status === 204 ? null : responseText, { status, headers });
}
