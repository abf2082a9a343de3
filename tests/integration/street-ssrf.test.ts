// @alone: sets the environment, which the service reads once
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo, LookupFunction } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { lookUpPublicOnly } from "#lib/server/http/public-lookup.ts";
import { fetchMedia } from "#lib/server/street-view/fetch-media.ts";
import { opaqueId } from "#lib/server/street-view/opaque-ids.ts";
import { streetViewApi } from "#lib/shared/api/street-view.ts";
import type { MediaFault } from "#tests/doubles/street-media.ts";
import { worldOf } from "#tests/doubles/street-world.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectRefused } from "#tests/helpers/refusals.ts";
import { useStreetView } from "#tests/helpers/street-view.ts";

/* Answers of the provider, real or forged, must not make this service send requests into its own network. */

const imagery = await useStreetView({ STREET_VIEW_TIMEOUT_MS: "4000" });
const PHOTO = { id: "101", lat: 48.8, lng: 2.3, isPano: false, capturedAt: 1, compassAngle: 0 };

/** A server in the internal network, which must not be reachable: it records connections and what they send. */
const inside = { server: createServer(), port: 0, heard: "", connections: 0 };

beforeAll(async () => {
  inside.server.on("connection", (socket: Socket) => {
    inside.connections += 1;
    socket.on("data", (chunk) => {
      inside.heard += chunk.toString("latin1");
      socket.end(
        "HTTP/1.1 200 OK\r\ncontent-type: image/jpeg\r\ncontent-length: 4\r\n\r\n\u00ff\u00d8\u00ff\u00e0",
      );
    });
    socket.on("error", () => undefined);
  });
  await once(inside.server.listen(0, "127.0.0.1"), "listening");
  inside.port = (inside.server.address() as AddressInfo).port;
});
beforeEach(() => Object.assign(inside, { heard: "", connections: 0 }));
afterAll(() => closed(inside.server));

async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, "close");
}

async function preview() {
  imagery.world(worldOf([PHOTO]));
  const { token, ...owner } = await newPerson();
  const { id: tripId } = await newTrip({ token, ...owner });
  const params = { tripId, imageId: opaqueId(tripId, "primary", PHOTO.id) };
  return send(streetViewApi.preview, { params, token });
}

function sockets(): number {
  return process.getActiveResourcesInfo().filter((name) => /TCPSOCKETWRAP|TCPSocketWrap|TLSWrap/i.test(name))
    .length;
}

const forever = new AbortController().signal;

describe("an address that the provider's answer gives", () => {
  test.each<[string, () => string]>([
    ["of something inside", () => `http://127.0.0.1:${inside.port}/photo.jpg`],
    ["of something inside, by name", () => `http://localhost:${inside.port}/photo.jpg`],
    ["of something inside, with https", () => `https://127.0.0.1:${inside.port}/photo.jpg`],
    ["of something inside, of IPv6", () => `http://[::ffff:127.0.0.1]:${inside.port}/photo.jpg`],
    ["of something inside, in other figures", () => `http://0x7f000001:${inside.port}/photo.jpg`],
    ["with a name and password", () => `http://fbcdn.net@127.0.0.1:${inside.port}/photo.jpg`],
    ["of the cloud's metadata", () => "http://169.254.169.254/latest/meta-data/"],
    ["of the known host, on an odd port", () => `https://scontent.fbcdn.net:${inside.port}/photo.jpg`],
    ["of the known host, without https", () => "http://scontent.fbcdn.net/photo.jpg"],
    ["of the listed loopback, with a password", () => `http://user:pass@${imagery.host}/photo.jpg`],
    ["of a host that ends alike", () => "https://evilfbcdn.net/photo.jpg"],
    ["of a file", () => "file:///etc/passwd"],
  ])("%s is not asked", async (_, address) => {
    imagery.media(() => new URL(address()));
    expectRefused(await preview(), 404, "NOT_FOUND", "This street photo can't be shown.");
    expect(inside).toMatchObject({ connections: 0, heard: "" });
    expect(imagery.mediaRequests).toEqual([]);
  });
});

describe("a redirect", () => {
  test("of a photo is not followed", async () => {
    imagery.media(() => "redirect");
    expectRefused(await preview(), 404, "NOT_FOUND", "This street photo can't be shown.");
    expect(imagery.mediaRequests).toHaveLength(1);
  });

  test("of the provider itself is not followed either, and takes no token along", async () => {
    const location = `http://127.0.0.1:${inside.port}/steal`;
    imagery.script(() => ({ status: 307, headers: { location } }));
    expect((await preview()).status).toBe(503);
    expect(inside).toMatchObject({ connections: 0, heard: "" });
    expect(imagery.requests).toHaveLength(1);
  });
});

/** Returns a name server that gives these answers in turn and counts the queries. */
function names(...answers: string[][]) {
  const asked: string[] = [];
  const lookup: LookupFunction = (hostname, _, callback) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    setImmediate(() =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      ),
    );
  };
  return { lookup, asked };
}

const noNames: LookupFunction = (_, __, callback) => callback(new Error("ESERVFAIL"), []);

describe("a known name that leads", () => {
  const ADDRESS = "https://scontent.fbcdn.net/photo.jpg";
  const hosts = ["fbcdn.net"];

  test.each([
    ["to loopback", ["127.0.0.1"]],
    ["to loopback of IPv6", ["::1"]],
    ["into a private network", ["10.0.0.7"]],
    ["into another one", ["192.168.0.1"]],
    ["to the cloud's metadata", ["169.254.169.254"]],
    ["behind a carrier's NAT", ["100.64.0.1"]],
    ["into a unique local network", ["fd00::1"]],
    ["to a link-local address", ["fe80::1"]],
    ["to a mapped address", ["::ffff:10.0.0.1"]],
    ["through 6to4 into a private network", ["2002:a00:7::1"]],
    ["through NAT64 into a private network", ["64:ff9b::a00:7"]],
    ["to everybody", ["224.0.0.1"]],
    ["to public and private ones at once", ["157.240.1.1", "10.0.0.7"]],
    ["nowhere", []],
  ])("%s is not connected to", async (_, addresses) => {
    const before = sockets();
    const { lookup, asked } = names(addresses);
    await expect(fetchMedia(ADDRESS, { hosts, signal: forever, lookup })).rejects.toMatchObject({
      fault: "address",
    });
    expect(asked).toEqual(["scontent.fbcdn.net"]);
    await expect.poll(sockets).toBe(before);
  });

  test("is connected to where it was found to lead, so that another answer later wins nothing", async () => {
    const { lookup, asked } = names(["157.240.1.1", "2a03:2880::1"], ["127.0.0.1"]);
    const checked = lookUpPublicOnly(lookup);
    const told = (options: { all: boolean }) =>
      new Promise((resolve) =>
        checked("scontent.fbcdn.net", options, (error, found) => resolve(error ?? found)),
      );
    expect(await told({ all: true })).toEqual([
      { address: "157.240.1.1", family: 4 },
      { address: "2a03:2880::1", family: 6 },
    ]);
    expect(await told({ all: true })).toBeInstanceOf(Error);
    expect(await told({ all: false })).toBeInstanceOf(Error);
    expect(asked).toHaveLength(3);
  });

  test("nowhere, says its server, is a failure that may pass", async () => {
    const failed = fetchMedia(ADDRESS, { hosts, signal: forever, lookup: noNames });
    await expect(failed).rejects.toMatchObject({ fault: "busy", isPassing: true });
  });
});

async function fetchFrom(media: MediaFault | "photo", signal = forever) {
  imagery.world(worldOf([PHOTO]));
  const expires = (Date.now() + 60_000).toString(16);
  const address = `${imagery.url}/media/${media}/1024/${PHOTO.id}?exp=${expires}`;
  return fetchMedia(address, { hosts: [imagery.host], signal }).catch((error: unknown) => error);
}

describe("whatever a photo's host answers", () => {
  test.each<[MediaFault, string]>([
    ["html", "no_image"],
    ["svg", "no_image"],
    ["mislabelled", "no_image"],
    ["too-long", "too_large"],
    ["endless", "too_large"],
    ["redirect", "redirect"],
    ["gone", "absent"],
    ["expired", "expired"],
    ["broken", "busy"],
    ["reset", "busy"],
  ])("%s is refused, and the connection is closed", async (media, fault) => {
    const before = imagery.connections();
    expect(await fetchFrom(media)).toMatchObject({ fault });
    await expect.poll(() => imagery.connections()).toBe(before);
  });

  test("a photo is taken, and its connection is closed", async () => {
    const before = imagery.connections();
    expect(await fetchFrom("photo")).toMatchObject({ contentType: "image/jpeg" });
    await expect.poll(() => imagery.connections()).toBe(before);
  });

  test("silence ends with the caller's patience, within 100 ms", async () => {
    const caller = new AbortController();
    const fetched = fetchFrom("hang", caller.signal);
    await expect.poll(() => imagery.mediaRequests.length).toBe(1);
    const at = performance.now();
    caller.abort();
    await fetched;
    expect(performance.now() - at).toBeLessThan(100);
    await expect.poll(() => (imagery.mediaRequests[0]?.abortedAt ?? Infinity) - at).toBeLessThan(100);
  });
});
