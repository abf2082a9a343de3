import { call } from "#lib/client/base/api.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";

const EVERY_MS = 100;

export interface Edits {
  /** The number of edits that the service has accepted so far. */
  readonly made: number;
  /** Waits for the edits in progress. @throws Error when one was refused */
  stop(): Promise<void>;
}

/** Changes one stop after another, ten per second, without waiting for answers: names, times and costs in turn. */
export function startEdits(baseUrl: string, { token }: Person, trip: TripDto): Edits {
  const onWay = new Set<Promise<unknown>>();
  const refusals: unknown[] = [];
  let [asked, made] = [0, 0];
  function edit(): void {
    const stop = trip.stops[(asked * 7) % trip.stops.length];
    if (!stop) return;
    const changes = [
      { name: `${stop.name}, ${asked}` },
      { startTime: `1${asked % 8}:30`, endTime: `1${(asked % 8) + 1}:00` },
      { cost: { amount: 1000 + asked, currency: trip.currency } },
    ];
    const body = changes[asked % changes.length] ?? {};
    asked += 1;
    const params = { tripId: trip.id, stopId: stop.id };
    const answer = call(stopsApi.update, { params, body }, { baseUrl, token }).then(
      () => (made += 1),
      (error: unknown) => refusals.push(error),
    );
    onWay.add(answer);
    void answer.finally(() => onWay.delete(answer));
  }
  const timer = setInterval(edit, EVERY_MS);
  return {
    get made() {
      return made;
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(onWay);
      if (refusals.length > 0) throw refusals[0];
    },
  };
}
