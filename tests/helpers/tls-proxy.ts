import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Proxy {
  url: string;
  stop(): Promise<void>;
}

const CADDY = "caddy";
/** Returns global options by which the proxy uses only its own folder and ports, and none of the machine's. */
const GLOBAL = (folder: string, port: number, httpPort: number) => `{
	admin off
	skip_install_trust
	storage file_system ${folder}
	http_port ${httpPort}
	https_port ${port}
}
`;

export function hasCaddy(): boolean {
  return spawnSync(CADDY, ["version"], { stdio: "ignore" }).status === 0;
}

/**
 * Starts Caddy with a configuration file in front of a port of this machine, with a certificate that it makes itself.
 */
export async function startProxy(
  folder: string,
  file: string,
  ports: { own: number; plain: number; upstream: number },
): Promise<Proxy> {
  const home = join(folder, "caddy");
  mkdirSync(home);
  const config = join(home, "Caddyfile");
  writeFileSync(config, GLOBAL(home, ports.own, ports.plain) + readFileSync(file, "utf8"));
  const child = spawn(CADDY, ["run", "--config", config, "--adapter", "caddyfile"], {
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH ?? "",
      HOME: home,
      WAYFARE_HOST: "localhost",
      WAYFARE_UPSTREAM: `127.0.0.1:${ports.upstream}`,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  await untilServing(child);
  return {
    url: `https://localhost:${ports.own}`,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "close");
    },
  };
}

function untilServing(child: ChildProcess): Promise<void> {
  let said = "";
  return new Promise((resolve, reject) => {
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      if (said.includes("serving initial configuration")) resolve();
    });
    child.once("close", () => reject(new Error(`Caddy ended:\n${said}`)));
  });
}
