import { pathOf } from "#lib/client/base/api.ts";
import { serviceApi } from "#lib/shared/api/service.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { nthSampleStop } from "./fixture.ts";
import { ID_PLACEHOLDER, KEY_PLACEHOLDER, SEQ_PLACEHOLDER } from "./jobs.ts";

function request(method: string, path: string, headers: Record<string, string>, body?: string): string {
  const all = { host: "localhost", accept: "*/*", ...headers, ...(body ? lengthOf(body) : {}) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

function lengthOf(body: string): Record<string, string> {
  return { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) };
}

export function readRequest(token: string, path: string): string {
  return request("GET", path, { authorization: `Bearer ${token}` });
}

export function writeRequest(token: string, method: string, path: string, body: object): string {
  return request(method, path, { authorization: `Bearer ${token}` }, JSON.stringify(body));
}

export function pingRequest(): string {
  return request("GET", serviceApi.ping.path, {});
}

export function listRequest(token: string): string {
  return request("GET", tripsApi.list.path, { authorization: `Bearer ${token}` });
}

export function tripRequest(token: string, { id: tripId }: TripDto): string {
  return request("GET", pathOf(tripsApi.get, { params: { tripId } }), { authorization: `Bearer ${token}` });
}

/** Returns the request as the web app sends it, with an id and an idempotency key, so that it can be retried. */
export function newStopRequest(token: string, trip: TripDto): string {
  const headers = { authorization: `Bearer ${token}`, "idempotency-key": KEY_PLACEHOLDER };
  const body = JSON.stringify({ id: ID_PLACEHOLDER, ...nthSampleStop(trip, 3) });
  return request("POST", pathOf(stopsApi.create, { params: { tripId: trip.id } }), headers, body);
}

/** Returns a request that sends the event of a new stop directly to the room. */
export function publishRequest(secret: string, trip: TripDto): string {
  const at = new Date().toISOString();
  const stop = {
    ...nthSampleStop(trip, 3),
    id: ID_PLACEHOLDER,
    position: "a0",
    timezone: null,
    url: null,
    participants: null,
  };
  const row = { formerDate: null, deletedAt: null, version: 1, createdAt: at, updatedAt: at };
  const frame = {
    groupId: ID_PLACEHOLDER,
    entityId: ID_PLACEHOLDER,
    actorId: ID_PLACEHOLDER,
    via: "user",
    at,
  };
  const event = { seq: Number(SEQ_PLACEHOLDER), ...frame, op: "stop.created", entity: { ...stop, ...row } };
  const body = JSON.stringify({ type: "publish", events: [{ event, visibleTo: null }] });
  return request("POST", `/parties/main/${trip.id}`, { authorization: `Bearer ${secret}` }, body);
}
