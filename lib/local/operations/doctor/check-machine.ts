import { isBehindUnknownProxy, SHARED_LIMIT_ADVICE } from "../../settings-advice.ts";
import { existsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { GAZETTEER_FILE } from "#lib/server/places/gazetteer-file.ts";
import { sizeText } from "../command.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";
import type { DoctorSettings } from "./doctor-settings.ts";

const OLDEST_NODE = 20;
const GIB = 1024 ** 3;

export function checkNode(): Finding {
  const [major = 0] = process.versions.node.split(".").map(Number);
  if (major >= OLDEST_NODE) return ok("Node", `${process.version} on ${process.platform} ${process.arch}`);
  return problem("Node", `${process.version} is too old: use ${OLDEST_NODE} or newer, or run it by npm`);
}

export async function checkDisk(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(standing(dataDir));
  const free = bavail * bsize;
  const says = `${sizeText(free)} free where the data lies`;
  if (free < GIB / 4) return problem("disk", `${says}: make room, or writing will fail soon`);
  return free < 2 * GIB ? warning("disk", `${says}: that is little`) : ok("disk", says);
}

/** Returns the path, or else its nearest parent folder that exists. */
function standing(path: string): string {
  return existsSync(path) ? path : standing(dirname(path));
}

/** Checks which other users can read files that only the service should read. */
export function checkDataPermissions(dataDir: string): Finding {
  if (!existsSync(dataDir)) return ok("data", `${dataDir} is made by the first start`);
  if (!statSync(dataDir).isDirectory()) return problem("data", `${dataDir} is no folder: move it away`);
  const open = ["secrets.json", "postgres", "backups"].filter((name) => isOpen(join(dataDir, name)));
  if (open.length === 0) return ok("data", `${dataDir}, its secrets for their owner alone`);
  const fix = open.map((name) => `chmod ${name.endsWith(".json") ? 600 : 700} ${join(dataDir, name)}`);
  return problem("data", `others can read ${open.join(", ")}: ${fix.join("; ")}`);
}

function isOpen(path: string): boolean {
  // Windows has no file modes for other users, so nothing is found there.
  return process.platform !== "win32" && existsSync(path) && (statSync(path).mode & 0o077) !== 0;
}

export function checkGazetteer({ env }: DoctorSettings): Finding {
  if (existsSync(GAZETTEER_FILE)) return ok("place list", "made");
  const says = "not made yet: `npm start` and `npm run build` make it";
  return env.PLACE_SEARCH_PROVIDER === "embedded" ? warning("place list", says) : ok("place list", says);
}

/** Checks whether somebody could listen in on connections to the service's address. */
export function checkBaseUrl({ env }: DoctorSettings): Finding {
  const { protocol, hostname } = new URL(env.BASE_URL);
  if (isBehindUnknownProxy(env)) return warning("address", `${env.BASE_URL}: ${SHARED_LIMIT_ADVICE}`);
  if (protocol === "https:" || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) {
    return ok("address", env.BASE_URL);
  }
  return warning(
    "address",
    `${env.BASE_URL} is not encrypted: put TLS before it and begin BASE_URL with https`,
  );
}
