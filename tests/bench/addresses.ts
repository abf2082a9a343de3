import { call } from "#lib/client/base/api.ts";
import { realtimeApi } from "#lib/shared/api/realtime.ts";
import { PROTOCOL_VERSION } from "#lib/shared/handshake.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";

const ASKED_AT_ONCE = 16;

/** Returns WebSocket addresses of a trip's room, each of which opens one socket and is valid for a minute. */
export async function socketAddresses(
  people: readonly Person[],
  { id: tripId }: Pick<TripDto, "id">,
  baseUrl: string,
): Promise<string[]> {
  const addresses: string[] = [];
  while (addresses.length < people.length) {
    const next = people.slice(addresses.length, addresses.length + ASKED_AT_ONCE).map(async ({ token }) => {
      const { data } = await call(realtimeApi.ticket, { params: { tripId } }, { baseUrl, token });
      return `${data.url}?ticket=${data.ticket}&protocol=${PROTOCOL_VERSION}`;
    });
    addresses.push(...(await Promise.all(next)));
  }
  return addresses;
}
