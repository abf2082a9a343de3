import type { Scene } from "./scene.ts";
import { see } from "./watching.ts";
import type { Storage, World } from "./world.ts";

/** What a fault works on. */
export interface Stage {
  world: World;
  scene: Scene;
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
  missing?(world: World): string | null;
  /** Resolves when the fault is in effect. */
  inject(stage: Stage): Promise<void>;
  /**
   * Checks the service during the fault; resolves when the fault has lasted long enough.
   * @throws Error for what is wrong
   */
  during?(stage: Stage): Promise<void>;
  heal?(stage: Stage): Promise<void>;
  /** Runs after all checks. */
  clear?(): Promise<void>;
  /** Whether the web server is another process afterwards. */
  restartsWeb?: boolean;
}

/** Checks that this many more writes succeed during the fault. */
export async function seeWritesPass({ scene }: Stage, count: number): Promise<void> {
  const before = scene.acknowledged();
  await see(`${count} writes pass`, () => scene.acknowledged() >= before + count);
}

export async function seeRefusals({ world }: Stage, count: number): Promise<void> {
  const before = world.answers.refused();
  await see(`${count} requests are refused`, () => world.answers.refused() >= before + count);
}

/** Checks that all clients' writes wait in their queues. */
export async function seeAllWaiting({ scene }: Stage): Promise<void> {
  const sessions = scene.trips.flatMap(({ viewers }) => viewers.map(({ session }) => session));
  await see("every client waits", () => sessions.every(({ store }) => store.queue.state === "waiting"));
}

/** Checks what the service's health endpoint reports. */
export async function seeHealth(
  { world }: Stage,
  part: "database" | "room" | "storage",
  state: "ok" | "down",
): Promise<void> {
  let told: unknown;
  const isSaid = async (): Promise<boolean> => {
    told = await world.health();
    return typeof told === "object" && told !== null && Reflect.get(told, part) === state;
  };
  await see(`/api/health says that the ${part} is ${state}`, isSaid).catch((error: unknown) => {
    throw new Error(`${String(error)} It says ${JSON.stringify(told)}.`, { cause: error });
  });
}
