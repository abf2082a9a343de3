// @long: uploads that are refused before their bytes; attachments has the rest
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { readUpload } from "#lib/server/http/upload.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import { avatarApi } from "#lib/shared/api/avatar.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { newPdf } from "#tests/helpers/files.ts";
import { RawClient, serveHandlers, type HandlerServer } from "#tests/helpers/handler-server.ts";
import { handlerFetch, send } from "#tests/helpers/handlers.ts";
import { formWith } from "#tests/helpers/pictures.ts";
import { uniqueAddress } from "#tests/helpers/unique.ts";

/* A person who may not upload a file is refused before any byte of it is read. */

const MIB = 1024 * 1024;
const FORM = "multipart/form-data; boundary=b";

interface Asked {
  status: number;
  code: unknown;
  /** The number of pieces of the body that the service has requested. */
  pulled: number;
}

function pathOf(endpoint: Endpoint, { tripId }: Pick<TripFixture, "tripId">): string {
  const query = endpoint === attachmentsApi.upload ? `?target=trip:${tripId}&name=a.pdf` : "";
  return `${endpoint.path.replace("{tripId}", tripId)}${query}`;
}

/** Sends a body that reports when it is read. */
async function ask(path: string, person: Person | null, more: Record<string, string> = {}): Promise<Asked> {
  let pulled = 0;
  const stream = new ReadableStream(
    {
      pull(controller) {
        pulled += 1;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = new Headers({ "content-type": FORM, ...more });
  if (person) headers.set("authorization", `Bearer ${person.token}`);
  const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body: stream, duplex: "half" };
  const response = await handlerFetch(path, init);
  const { code } = (await response.json()) as { code: unknown };
  return { status: response.status, code, pulled };
}

const OF_A_TRIP = [attachmentsApi.upload, importsApi.create, importsApi.preview];
const OF_A_PERSON = [importsApi.createTrip, importsApi.previewTrip, avatarApi.upload];
const named = (endpoints: Endpoint[]) => endpoints.map((endpoint) => [endpoint.id, endpoint] as const);

describe("before a byte is read", () => {
  test.each(named(OF_A_TRIP))("%s asks for a session, the membership and the role", async (_, endpoint) => {
    const scene = await newTripFixture();
    const path = pathOf(endpoint, scene);
    expect(await ask(path, null)).toEqual({ status: 401, code: "UNAUTHENTICATED", pulled: 0 });
    expect(await ask(path, scene.stranger)).toEqual({ status: 404, code: "NOT_FOUND", pulled: 0 });
    for (const person of [scene.viewer, scene.guest, scene.anonymousGuest])
      expect(await ask(path, person)).toEqual({ status: 403, code: "FORBIDDEN", pulled: 0 });
    // A person who may upload gets an error about the file.
    expect(await ask(path, scene.editor)).toEqual({ status: 400, code: "MALFORMED_REQUEST", pulled: 1 });
  });

  test.each(named(OF_A_PERSON))("%s asks for a session and an account", async (_, endpoint) => {
    const scene = await newTripFixture();
    const path = pathOf(endpoint, scene);
    expect(await ask(path, null)).toEqual({ status: 401, code: "UNAUTHENTICATED", pulled: 0 });
    expect(await ask(path, scene.anonymousGuest)).toEqual({ status: 403, code: "GUEST_LIMITED", pulled: 0 });
    expect(await ask(path, scene.viewer)).toEqual({ status: 400, code: "MALFORMED_REQUEST", pulled: 1 });
  });

  test.each(named([...OF_A_TRIP, ...OF_A_PERSON]))(
    "%s looks at what the headers say",
    async (_, endpoint) => {
      const scene = await newTripFixture();
      const path = pathOf(endpoint, scene);
      const by = (more: Record<string, string>) => ask(path, scene.editor, more);
      const large = { "content-length": String(11 * MIB) };
      expect(await by(large)).toEqual({ status: 413, code: "TOO_LARGE", pulled: 0 });
      const pdf = { "content-type": "application/pdf" };
      expect(await by(pdf)).toEqual({ status: 415, code: "UNSUPPORTED_MEDIA_TYPE", pulled: 0 });
      const key = { "idempotency-key": "1" };
      expect(await by(key)).toEqual({ status: 422, code: "VALIDATION_FAILED", pulled: 0 });
      expect(await ask(`${path}${path.includes("?") ? "&" : "?"}x=1`, scene.editor)).toEqual({
        status: 422,
        code: "VALIDATION_FAILED",
        pulled: 0,
      });
    },
  );

  test.each(named([...OF_A_TRIP, ...OF_A_PERSON]))("%s counts", async (_, endpoint) => {
    const scene = await newTripFixture();
    const path = pathOf(endpoint, scene);
    const from = { "x-wayfare-client-ip": uniqueAddress() };
    const first = await ask(path, scene.editor, from);
    expect(first).toMatchObject({ status: 400 });
    let last = first;
    for (let sent = 0; sent < 320 && last.status === 400; sent++) last = await ask(path, scene.editor, from);
    expect(last).toEqual({ status: 429, code: "RATE_LIMITED", pulled: 0 });
  });
});

test("a file that was taken is answered again, whatever its sender's role is by now", async () => {
  const { tripId, owner, editor } = await newTripFixture();
  const headers = { "idempotency-key": uuidv7() };
  const query = { id: uuidv7(), target: `trip:${tripId}`, name: "a.pdf" };
  const upload = (more: object) => {
    const form = formWith(newPdf(), "a.pdf", "application/pdf");
    return send(attachmentsApi.upload, { params: { tripId }, query, form, token: editor.token, ...more });
  };
  const first = await upload({ headers });
  const params = { tripId, userId: editor.userId };
  await send(membersApi.update, { params, token: owner.token, body: { role: "viewer" } });
  const again = [await upload({ headers }), await upload({})];
  expect(again.map(({ status, body }) => [status, body])).toEqual([
    [201, first.body],
    [200, first.body],
  ]);
  expect((await upload({ query: { ...query, id: uuidv7() } })).status).toBe(403);
});

test("a file is held once: what is looked at lies where the body arrived", async () => {
  const form = formWith(newPdf({ size: 2 * MIB }), "a.pdf", "application/pdf");
  const sent = new Response(form);
  const body = new Uint8Array(await sent.arrayBuffer());
  const headers = { "content-type": sent.headers.get("content-type") ?? "" };
  const upload = attachmentsApi.upload.upload;
  for (const length of [null, String(body.byteLength)]) {
    const request = new Request("http://localhost:3000/", {
      method: "POST",
      body,
      headers: { ...headers, ...(length !== null && { "content-length": length }) },
    });
    const copying = vi.spyOn(Buffer, "concat");
    const { bytes } = await readUpload(request, upload);
    expect(bytes.byteLength).toBe(2 * MIB);
    expect(Buffer.from(bytes.buffer).subarray(0, body.byteLength).equals(body)).toBe(true);
    expect(copying).not.toHaveBeenCalled();
    copying.mockRestore();
  }
});

function head(path: string, { token }: Person, size: number | "chunked"): string {
  const length = size === "chunked" ? "transfer-encoding: chunked" : `content-length: ${size}`;
  return `POST ${path} HTTP/1.1\r\nhost: localhost:3000\r\nauthorization: Bearer ${token}\r\ncontent-type: ${FORM}\r\n${length}\r\n\r\n`;
}

/** Checks that the connection has accepted everything that was sent and can be used further. */
async function expectUsable(client: RawClient, { token }: Person, tripId: string): Promise<void> {
  await client.write(
    `GET /api/trips/${tripId} HTTP/1.1\r\nhost: localhost:3000\r\nauthorization: Bearer ${token}\r\n\r\n`,
  );
  await expect.poll(() => client.take()?.status, { timeout: 10_000 }).toBe(200);
}

describe("a client that is still sending", () => {
  let server: HandlerServer;
  const clients: RawClient[] = [];

  beforeAll(async () => {
    server = await serveHandlers();
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => server.close());

  function connected(): RawClient {
    const client = new RawClient(server.port);
    clients.push(client);
    return client;
  }

  test.each([
    ["a stranger", "stranger", 9 * MIB, 404, "NOT_FOUND"],
    ["a viewer", "viewer", 9 * MIB, 403, "FORBIDDEN"],
    ["an editor with too much", "editor", 20 * MIB, 413, "TOO_LARGE"],
  ] as const)("is answered at once, and taken to its end: %s", async (_, role, size, status, code) => {
    const scene = await newTripFixture();
    const client = connected();
    await client.write(head(pathOf(attachmentsApi.upload, scene), scene[role], size));
    await client.write(new Uint8Array(100_000));
    await expect.poll(() => client.take(), { timeout: 10_000 }).toMatchObject({ status, body: { code } });
    for (let left = size - 100_000; left > 0; left -= MIB)
      await client.write(new Uint8Array(Math.min(left, MIB)));
    await expectUsable(client, scene.owner, scene.tripId);
  });

  test("is answered when what it sends without saying how much becomes too much", async () => {
    const scene = await newTripFixture();
    const client = connected();
    await client.write(head(pathOf(attachmentsApi.upload, scene), scene.editor, "chunked"));
    const chunk = async () => {
      await client.write(`${MIB.toString(16)}\r\n`);
      await client.write(new Uint8Array(MIB));
      await client.write("\r\n");
    };
    for (let sent = 0; sent < 12; sent++) await chunk();
    await expect
      .poll(() => client.take(), { timeout: 10_000 })
      .toMatchObject({ status: 413, body: { code: "TOO_LARGE" } });
    for (let sent = 0; sent < 12; sent++) await chunk();
    await client.write("0\r\n\r\n");
    await awaitDeferredWork();
    expect(client.isClosed).toBe(false);
    await expectUsable(client, scene.owner, scene.tripId);
  });
});
