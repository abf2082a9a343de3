import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, symlinkSync, rmSync } from "node:fs";
import { join } from "node:path";

/** The folders of a systemd service, as the page on self-hosting names them, inside one folder of this machine. */
export interface Machine {
  /** The folder that stands for `/opt/wayfare`. */
  home: string;
  /** The folder that stands for `/var/lib/wayfare`. */
  state: string;
  /** The file that stands for `/etc/wayfare.env`. */
  settings: string;
}

export interface RunningService {
  exited: Promise<number | null>;
  log(): string;
  untilReady(): Promise<void>;
  /**
   * Stops the service as systemd does, with a signal to the first process only.
   * @returns its exit code and how long it took
   */
  stop(): Promise<{ code: number | null; ms: number }>;
}

function path(machine: Machine, text: string): string {
  return text.replaceAll("/opt/wayfare", machine.home).replaceAll("/var/lib/wayfare", machine.state);
}

/** Reads `NAME=value` lines as systemd does. */
export function readSettings(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => /^[A-Z][\w]*=/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const equals = line.indexOf("=");
      return [line.slice(0, equals), line.slice(equals + 1).replace(/^"(.*)"$/, "$1")];
    }),
  );
}

/**
 * Runs a command of the page in a version's folder, with an almost empty environment.
 * @throws Error with the command's output
 */
export function runCommand(folder: string, command: string, env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync("sh", ["-ec", command], {
    cwd: folder,
    encoding: "utf8",
    env: { NODE_ENV: "production", ...own(), ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

function own(): Record<string, string> {
  const { PATH = "", HOME = "", NODE_EXTRA_CA_CERTS } = process.env;
  return { PATH, HOME, ...(NODE_EXTRA_CA_CERTS !== undefined && { NODE_EXTRA_CA_CERTS }) };
}

/** Points the `current` link to a version. */
export function selectVersion({ home }: Machine, version: string): void {
  rmSync(join(home, "current"), { force: true });
  symlinkSync(join(home, "releases", version), join(home, "current"));
}

/** Starts the command of the unit file, with only the settings of that file. */
export function startUnit(machine: Machine, unit: string): RunningService {
  const [, command = ""] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  const [, folder = ""] = /^WorkingDirectory=(.*)$/m.exec(unit) ?? [];
  const [, given = ""] = /^Environment=(.*)$/m.exec(unit) ?? [];
  const [file = "", ...args] = path(machine, command).split(" ");
  const env = readSettings(
    `${path(machine, given).replaceAll(" ", "\n")}\n${readFileSync(machine.settings, "utf8")}`,
  );
  const child = spawn(file, args, {
    cwd: path(machine, folder),
    // `NODE_ENV` and `PATH` stand for the variables that systemd sets.
    env: { NODE_ENV: "production", PATH: "/usr/local/bin:/usr/bin:/bin", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return watched(child);
}

function watched(child: ChildProcess): RunningService {
  let said = "";
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      if (said.includes("Wayfare is ready at ")) ready.resolve();
    });
  }
  const exited = once(child, "close").then(([code]: (number | null)[]) => code ?? null);
  void exited.then((code) => ready.reject(new Error(`The service ended with ${code}:\n${said}`)));
  ready.promise.catch(() => undefined);
  return {
    exited,
    log: () => said,
    untilReady: () => ready.promise,
    async stop() {
      const before = performance.now();
      child.kill("SIGTERM");
      const code = await exited;
      return { code, ms: performance.now() - before };
    },
  };
}
