import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Returns an opaque text for the start of a process, which no later process with the same id shares. undefined: the
 * process does not exist (a zombie counts as none).
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform !== "linux") return ps(pid, "lstart=");
  try {
    // The command in parentheses may contain spaces, so the fields are counted from the last parenthesis.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

export function processCommand(pid: number): string | undefined {
  if (process.platform !== "linux") return ps(pid, "command=");
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim() || undefined;
  } catch {
    return undefined;
  }
}

function ps(pid: number, column: string): string | undefined {
  try {
    return (
      execFileSync("ps", ["-p", String(pid), "-o", column], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim() || undefined
    );
  } catch {
    return undefined;
  }
}
