import type { Scene } from "./scene.ts";
import { see } from "./watching.ts";
import type { Storage, World } from "./world.ts";

/** What a fault works on. */
export interface Stage {
  world: World;
  scene: Scene;
  /** Faults last for minutes in place of seconds. */
  isLong: boolean;
}

/** One thing that breaks. */
export interface Fault {
  name: string;
  /** One line for the table. */
  what: string;
  /** Where uploads have to be for it; anywhere by default. */
  storage?: Storage;
  /** Why it can't be tried on this machine; null: it can. */
  missing?(world: World): string | null;
  /** Resolves when it is broken. */
  inject(stage: Stage): Promise<void>;
  /** What is seen while it is broken; resolves when that has lasted long enough. @throws Error for what is wrong */
  during?(stage: Stage): Promise<void>;
  heal?(stage: Stage): Promise<void>;
  /** After everything was looked at. */
  clear?(): Promise<void>;
  /** The web server is another process afterwards. */
  restartsWeb?: boolean;
}

/** So many more writes go through although it is broken. */
export async function seeWritesPass({ scene }: Stage, count: number): Promise<void> {
  const before = scene.acknowledged();
  await see(`${count} writes pass`, () => scene.acknowledged() >= before + count);
}

export async function seeRefusals({ world }: Stage, count: number): Promise<void> {
  const before = world.answers.refused();
  await see(`${count} requests are refused`, () => world.answers.refused() >= before + count);
}

/** Everybody's writes wait in their clients. */
export async function seeAllWaiting({ scene }: Stage): Promise<void> {
  const sessions = scene.trips.flatMap(({ viewers }) => viewers.map(({ session }) => session));
  await see("every client waits", () => sessions.every(({ store }) => store.queue.state === "waiting"));
}

/** What the service says of itself. */
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
