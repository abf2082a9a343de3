import { AppError } from "#lib/shared/errors.ts";

/** The most writes of one trip with a connection: the one that has the lock, and the one that gets the lock next. */
const AT_ONCE = 2;
const MOST_WAITING = 256;
/** The longest wait of a write for its turn, which is shorter than the timeouts of proxies and clients. */
const PATIENCE_MS = 10_000;

interface Lane {
  inside: number;
  readonly waiting: Set<() => void>;
}

const lanes = new Map<string, Lane>();

/**
 * Limits how many writes of one trip have a database connection at once, since all but one of them wait for the trip's
 * lock: so a write that holds the lock for long does not block other trips. Further writes wait here, in their order.
 * @throws AppError UNAVAILABLE when the write's turn does not come in time
 */
export async function runInTripQueue<T>(tripId: string, work: () => Promise<T>): Promise<T> {
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

/** Ends a write, whose slot goes to the next write in the queue. */
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
