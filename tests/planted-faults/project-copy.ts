import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
/** A file that takes long to make and that no commit has. */
const MADE = "lib/server/places/gazetteer.bin*";

/** A copy of the project's files in a temporary folder, in which a test run changes nothing of the project itself. */
export class ProjectCopy {
  readonly root = mkdtempSync(join(tmpdir(), "wayfare-planted-faults-"));

  constructor() {
    for (const file of [...filesOfProject(), ...globSync(MADE, { cwd: ROOT })]) {
      mkdirSync(dirname(join(this.root, file)), { recursive: true });
      copyFileSync(join(ROOT, file), join(this.root, file));
    }
    // The copy has its own node_modules, because Vitest stores its caches there.
    mkdirSync(join(this.root, "node_modules"));
    for (const name of [".bin", ...readdirSync(join(ROOT, "node_modules"))]) {
      const link = join(this.root, "node_modules", name);
      if ((name === ".bin" || !name.startsWith(".")) && !existsSync(link))
        symlinkSync(join(ROOT, "node_modules", name), link);
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Returns the files that a commit of everything would have. */
function filesOfProject(): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const { status, stdout } = spawnSync("git", args, {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
  });
  if (status !== 0) throw new Error("The folder is no git checkout, so its files are not known.");
  return stdout.split("\0").filter((file) => file !== "" && existsSync(join(ROOT, file)));
}
