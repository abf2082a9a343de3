import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** Runs a command of the project, passes its output on and gives it no input. @returns whether it succeeded */
export function runStep(
  name: string,
  [file = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  console.log(`\n── ${name}: ${[file, ...args].join(" ")}`);
  const path = `${join(ROOT, "node_modules", ".bin")}${delimiter}${process.env.PATH ?? ""}`;
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: ROOT,
      env: { ...process.env, PATH: path, NEXT_TELEMETRY_DISABLED: "1", ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("error", (error) => {
      console.error(error.message);
      resolve(false);
    });
    let interrupted = false;
    function interrupt(signal: NodeJS.Signals): void {
      interrupted = true;
      child.kill(signal);
    }
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, interrupt);
    child.once("exit", (code) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, interrupt);
      if (interrupted) process.exit(1);
      resolve(code === 0);
    });
  });
}
