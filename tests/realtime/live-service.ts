import { afterAll, beforeAll } from "vitest";
import { type ApiServer, startApiServer } from "./api-server.ts";
import { type Rooms, startRooms } from "./rooms.ts";

export interface LiveService {
  api: ApiServer;
  rooms: Rooms;
}

/** The service with its real rooms, for all tests of the file that calls this; there from its first hook on. */
export function liveService(): LiveService {
  // Nobody reads it before the hook has filled it.
  const service = {} as LiveService;
  beforeAll(async () => {
    service.api = await startApiServer();
    service.rooms = await startRooms(service.api.port);
    process.env.PARTYKIT_URL = service.rooms.url;
  });
  afterAll(async () => {
    await service.rooms.stop();
    await service.api.stop();
  });
  return service;
}
