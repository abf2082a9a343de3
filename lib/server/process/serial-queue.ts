const last = new Map<string, Promise<unknown>>();

/** Runs the works of one name one after another, within this process. */
export async function runSerially<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(name);
  const mine = before ? before.then(work, work) : work();
  last.set(name, mine);
  try {
    return await mine;
  } finally {
    if (last.get(name) === mine) last.delete(name);
  }
}
