import type { Workload } from "./workload.ts";
import { expectWithin } from "./polling.ts";
import type { Storage, SystemUnderTest } from "./system-under-test.ts";

/** What a fault works on. */
export interface FaultContext {
  world: SystemUnderTest;
  scene: Workload;
  /** Whether faults last for minutes instead of seconds. */
  isLong: boolean;
}

/** One thing that breaks. */
export interface Fault {
  name: string;
  /** The description in one line of the result table. */
  what: string;
  /** The storage of uploads that the fault needs; by default any. */
  storage?: Storage;
  /** Returns why this machine cannot run the fault; null if it can. */
  missing?(world: SystemUnderTest): string | null;
  /** Resolves when the fault is in effect. */
  inject(stage: FaultContext): Promise<void>;
  /**
   * Checks the service during the fault; resolves when the fault has lasted long enough.
   * @throws Error for what is wrong
   */
  during?(stage: FaultContext): Promise<void>;
  heal?(stage: FaultContext): Promise<void>;
  /** Removes what the fault has left behind, after all checks. */
  clear?(): Promise<void>;
  /** Whether the web server is another process afterwards. */
  restartsWeb?: boolean;
}

/** Checks that this many more writes succeed during the fault. */
export async function seeWritesPass({ scene }: FaultContext, count: number): Promise<void> {
  const before = scene.acknowledged();
  await expectWithin(`${count} writes pass`, () => scene.acknowledged() >= before + count);
}

export async function seeRefusals({ world }: FaultContext, count: number): Promise<void> {
  const before = world.answers.refused();
  await expectWithin(`${count} requests are refused`, () => world.answers.refused() >= before + count);
}

/** Checks that all clients' writes wait in their queues. */
export async function seeAllWaiting({ scene }: FaultContext): Promise<void> {
  const sessions = scene.trips.flatMap(({ viewers }) => viewers.map(({ session }) => session));
  await expectWithin("every client waits", () =>
    sessions.every(({ store }) => store.queue.state === "waiting"),
  );
}

/** Checks what the service's health endpoint reports. */
export async function seeHealth(
  { world }: FaultContext,
  part: "database" | "room" | "storage",
  state: "ok" | "down",
): Promise<void> {
  let told: unknown;
  const isSaid = async (): Promise<boolean> => {
    told = await world.health();
    return typeof told === "object" && told !== null && Reflect.get(told, part) === state;
  };
  await expectWithin(`/api/health says that the ${part} is ${state}`, isSaid).catch((error: unknown) => {
    throw new Error(`${String(error)} It says ${JSON.stringify(told)}.`, { cause: error });
  });
}
