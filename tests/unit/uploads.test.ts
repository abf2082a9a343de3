import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startUpload, type Upload, useUploads } from "#app/trips/[tripId]/_base/files/uploads.ts";
import { newId } from "#lib/client/base/ids.ts";
import { FakeService, refusal } from "#tests/realtime/fake-service.ts";
import { flushPromises } from "#tests/realtime/fake-clock.ts";

let service: FakeService;
beforeEach(() => {
  service = new FakeService();
  vi.stubGlobal("fetch", service.fetch);
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function shown(id: string): Upload | undefined {
  const found: Upload[] = [];
  function Hook() {
    found.push(...useUploads().filter((upload) => upload.id === id));
    return null;
  }
  renderToStaticMarkup(createElement(Hook));
  return found[0];
}

/** Starts an upload that is too large for the first request, so that the service checks it before any byte is sent. */
function begin(): string {
  const id = newId();
  const [target, tripId] = [{ kind: "stop" as const, id: newId() }, newId()];
  const file = new File([new Uint8Array(5 * 1024 * 1024)], "ticket.pdf", { type: "application/pdf" });
  startUpload({ tripId, id, target, name: file.name, contentType: "application/pdf", file }, () => undefined);
  return id;
}

test.each([
  ["TOO_LARGE", 413, "large"],
  ["UNSUPPORTED_MEDIA_TYPE", 415, "type"],
  ["LIMIT_REACHED", 409, "full"],
  ["FORBIDDEN", 403, "refused"],
  ["ARCHIVED", 409, "refused"],
])(
  "an upload that is refused with %s says why, and is not to be tried again",
  async (code, status, problem) => {
    const id = begin();
    await service.request(0).answer(status, refusal(code));
    expect(shown(id)).toMatchObject({ problem });
    expect(shown(id)).not.toHaveProperty("retry");
    shown(id)?.cancel();
    expect(shown(id)).toBeUndefined();
  },
);

test("one that was lost may be tried again, under its id", async () => {
  const id = begin();
  await service.request(0).lose();
  expect(shown(id)).toMatchObject({ problem: "failed" });
  shown(id)?.retry?.();
  await flushPromises();
  expect(service.request(1).body).toMatchObject({ id });
  expect(shown(id)).toMatchObject({ problem: null });
});
