import { AppError } from "#lib/shared/errors.ts";

/** Of one trip: the one that holds its lock, and the one that has it next without a wait in between. */
const AT_ONCE = 2;
const MOST_WAITING = 256;
/** Less than what a proxy or a client waits for an answer. */
const PATIENCE_MS = 10_000;

interface Lane {
  inside: number;
  readonly waiting: Set<() => void>;
}

const lanes = new Map<string, Lane>();

/**
 * Lets few writes of one trip have a connection at the same time, since all but one of them wait for its lock: whoever
 * holds that for long keeps nobody from other trips. The others wait here, in their order.
 * @throws AppError UNAVAILABLE when it is not this write's turn in time
 */
export async function inTripLane<T>(tripId: string, work: () => Promise<T>): Promise<T> {
  const lane = lanes.get(tripId) ?? { inside: 0, waiting: new Set() };
  lanes.set(tripId, lane);
  if (lane.inside < AT_ONCE) lane.inside += 1;
  else await turnIn(lane);
  try {
    return await work();
  } finally {
    leave(tripId, lane);
  }
}

function turnIn({ waiting }: Lane): Promise<void> {
  if (waiting.size >= MOST_WAITING) throw busy();
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      waiting.delete(enter);
      reject(busy());
    }, PATIENCE_MS);
    function enter(): void {
      clearTimeout(late);
      resolve();
    }
    waiting.add(enter);
  });
}

/** Whoever leaves hands its place on. */
function leave(tripId: string, lane: Lane): void {
  const [next] = lane.waiting;
  if (next) {
    lane.waiting.delete(next);
    next();
    return;
  }
  lane.inside -= 1;
  if (lane.inside === 0) lanes.delete(tripId);
}

function busy(): AppError {
  return new AppError(
    "UNAVAILABLE",
    "This trip is busy with other changes. Nothing was lost: send the same request again.",
  );
}
