import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export interface ProcessEntry {
  pid: number;
  parent: number;
  command: string;
}

/** Returns all descendants of a process, nearest first. */
export function descendants(root: number): ProcessEntry[] {
  const all = process.platform === "linux" ? fromProc() : fromPs();
  const found: ProcessEntry[] = [];
  const parents = [root];
  for (let parent = parents.shift(); parent !== undefined; parent = parents.shift()) {
    const children = all.filter((entry) => entry.parent === parent);
    found.push(...children);
    parents.push(...children.map(({ pid }) => pid));
  }
  return found;
}

/** Reads the processes from /proc, because slim machines have no `ps`. */
function fromProc(): ProcessEntry[] {
  const pids = readdirSync("/proc").map(Number);
  return pids.flatMap((pid) => {
    if (!Number.isInteger(pid)) return [];
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      return [{ pid, parent: Number(parent), command }];
    } catch {
      // A process that ended while the list was being read is left out.
      return [];
    }
  });
}

function fromPs(): ProcessEntry[] {
  const lines = execFileSync("ps", ["-Ao", "pid=,ppid=,command="], { encoding: "utf8" }).trim().split("\n");
  return lines.map((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), command: command.join(" ") };
  });
}
