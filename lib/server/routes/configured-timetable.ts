import { configuredService } from "../open-services/clients.ts";
import { Motis } from "./motis.ts";
import { Timetable } from "./timetable.ts";

let configured: Timetable | null | undefined;

/** Returns the process's one timetable; null: none is configured. */
export function configuredTimetable(): Timetable | null {
  if (configured === undefined) {
    const service = configuredService("timetables");
    configured = service && new Timetable(new Motis(service.url), service);
  }
  return configured;
}
