import { spawnSync } from "node:child_process";
import { chownSync, readFileSync, statSync } from "node:fs";

/** How to start a PostgreSQL program: it refuses to run as root, so root starts it as another user. */
export interface Launcher {
  command(
    program: string,
    args: readonly string[],
  ): { file: string; args: string[]; uid?: number; gid?: number };
  /** Gives a file or folder to the user that PostgreSQL runs as. */
  own(path: string): void;
}

/** A program of util-linux, which exists on every system on which root is likely to start a service. */
const SETPRIV = "setpriv";

interface User {
  uid: number;
  gid: number;
}

const AS_ONESELF: Launcher = {
  command: (file, args) => ({ file, args: [...args] }),
  own: () => undefined,
};

/**
 * Returns the launcher of a program.
 * @throws Error when run as root and no other user can reach the programs or the data
 */
export function launcherFor(dataDir: string, program: string): Launcher {
  const self = process.getuid?.();
  if (self !== 0) {
    const owner = statSync(dataDir).uid;
    if (self === undefined || owner === self) return AS_ONESELF;
    throw new Error(`${dataDir} belongs to user ${owner}: start as root again, or chown -R it to yourself.`);
  }
  const user = ownerOf(dataDir) ?? userNamed("postgres") ?? userNamed("nobody");
  if (!user)
    throw new Error(
      "PostgreSQL does not run as root, and there is no user `postgres` or `nobody` to run it.",
    );
  const own = (path: string): void => chownSync(path, user.uid, user.gid);
  if (canReach(user, program) && canReach(user, dataDir)) {
    return { own, command: (file, args) => ({ file, args: [...args], ...user }) };
  }
  if (!hasSetpriv()) {
    throw new Error(
      `PostgreSQL runs as user ${user.uid}, who cannot reach ${dataDir} or ${program}: move the checkout out of ` +
        "root's home, make its folders searchable (chmod o+x), start as an ordinary user, or set DATABASE_URL.",
    );
  }
  return { own, command: (file, args) => ({ file: SETPRIV, args: [...reaching(user), file, ...args] }) };
}

/**
 * Returns the arguments with which another user may still pass through root's private folders, which often contain the
 * checkout.
 */
function reaching({ uid, gid }: User): string[] {
  const identity = [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
  return [...identity, "--inh-caps=+dac_override", "--ambient-caps=+dac_override"];
}

function ownerOf(dataDir: string): User | undefined {
  const { uid, gid } = statSync(dataDir);
  return uid === 0 ? undefined : { uid, gid };
}

function userNamed(name: string): User | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

function canReach(user: User, path: string): boolean {
  return spawnSync("test", ["-x", path], { ...user, stdio: "ignore" }).status === 0;
}

function hasSetpriv(): boolean {
  return spawnSync(SETPRIV, ["--version"], { stdio: "ignore" }).status === 0;
}
