import type { StopDto, StopPatch } from "#lib/shared/stops.ts";

const DAY_MIN = 24 * 60;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

function timeOf(minutes: number): string {
  const inDay = ((minutes % DAY_MIN) + DAY_MIN) % DAY_MIN;
  return `${String(Math.floor(inDay / 60)).padStart(2, "0")}:${String(inDay % 60).padStart(2, "0")}`;
}

/**
 * Returns the change for a new start time. The end moves along, so that the duration stays; without a start the end
 * is removed.
 */
export function startTimePatch(
  stop: Pick<StopDto, "startTime" | "endTime">,
  startTime: string | null,
): StopPatch {
  const { startTime: before, endTime } = stop;
  if (endTime === null) return { startTime };
  if (startTime === null) return { startTime, endTime: null };
  if (before === null) return { startTime };
  return { startTime, endTime: timeOf(minutesOf(endTime) + minutesOf(startTime) - minutesOf(before)) };
}
