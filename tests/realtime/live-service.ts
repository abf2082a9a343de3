import { afterAll, beforeAll } from "vitest";
import { type ApiServer, startApiServer } from "./api-server.ts";
import { type Rooms, startRooms } from "./rooms.ts";

export interface LiveService {
  api: ApiServer;
  rooms: Rooms;
}

/** Starts the service with its real rooms for all tests of a file. It is available from the file's first hook on. */
export function liveService(): LiveService {
  // The object is filled in a hook, and nothing reads it earlier.
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
