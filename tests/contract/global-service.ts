import { rmSync } from "node:fs";
import { join } from "node:path";
import type { ProvidedContext } from "vitest";
import type { TestProject } from "vitest/node";
import { startApp } from "#tests/helpers/app.ts";
import { type Doubles, MAIN_FOLDER, newRunFolder, OPENID_CLIENT, startDoubles } from "./stage.ts";
import { unusedPort } from "#tests/helpers/ports.ts";

export const WEB_ORIGIN = "https://web.example.test";
/** The header with which a test states its address, so that tests do not use up each other's rate limits. */
export const ADDRESS_HEADER = "x-edge-address";

declare module "vitest" {
  interface ProvidedContext {
    contractService: { url: string; dataDir: string; roomsUrl: string; settings: Record<string, string> };
    /** The address at which tests control the doubles. */
    contractDoubles: string;
    contractFolder: string;
  }
}

interface Stage {
  service: ProvidedContext["contractService"];
  control: string;
  folder: string;
  stop(): Promise<void>;
}

/** The service that both Vitest projects share; Vitest loads this file once per project. */
const shared = globalThis as typeof globalThis & { contract?: { stage: Promise<Stage>; users: number } };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.contract ??= { stage: startStage(), users: 0 };
  const mine = shared.contract;
  mine.users++;
  const stage = await mine.stage;
  project.provide("contractService", stage.service);
  project.provide("contractDoubles", stage.control);
  project.provide("contractFolder", stage.folder);
  return async () => {
    mine.users--;
    if (mine.users > 0) return;
    delete shared.contract;
    await stage.stop();
  };
}

async function startStage(): Promise<Stage> {
  const folder = newRunFolder();
  const port = await unusedPort("::");
  const partyPort = await unusedPort("127.0.0.1");
  const parties = await startDoubles(`http://localhost:${port}`);
  const settings = settingsFor(parties.doubles);
  const env = { ...settings, PORT: String(port), PARTY_PORT: String(partyPort) };
  async function clear(): Promise<void> {
    await parties.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const app = await startApp({ dataDir: join(folder, MAIN_FOLDER), env }).catch(async (error: unknown) => {
    await clear();
    throw error;
  });
  return {
    service: { url: app.url, dataDir: app.dataDir, roomsUrl: `http://127.0.0.1:${partyPort}`, settings },
    control: parties.control,
    folder,
    async stop() {
      await app.stop();
      await clear();
    },
  };
}

/** Returns settings that switch every feature of authentication on. */
function settingsFor({ mail, openId, qr, miniProgram }: Doubles): Record<string, string> {
  return {
    // With this level the log contains everything that the service can log, which `secrets.test.ts` searches.
    LOG_LEVEL: "trace",
    CLIENT_IP_HEADER: ADDRESS_HEADER,
    TRUSTED_ORIGINS: `${WEB_ORIGIN},app://`,
    EMAIL_PROVIDER: "http-api",
    EMAIL_FROM: "Wayfare <trips@wayfare.test>",
    EMAIL_API_KEY: mail.key,
    EMAIL_API_URL: mail.url,
    PRIMARY_OAUTH_CLIENT_ID: OPENID_CLIENT.clientId,
    PRIMARY_OAUTH_CLIENT_SECRET: OPENID_CLIENT.clientSecret,
    PRIMARY_OAUTH_ISSUER: openId.issuer,
    WEB_QR_APP_ID: qr.appId,
    WEB_QR_APP_SECRET: qr.appSecret,
    WEB_QR_AUTHORIZATION_URL: qr.authorizationUrl,
    WEB_QR_TOKEN_URL: qr.tokenUrl,
    WEB_QR_USERINFO_URL: qr.userinfoUrl,
    MINI_PROGRAM_APP_ID: miniProgram.appId,
    MINI_PROGRAM_APP_SECRET: miniProgram.appSecret,
    MINI_PROGRAM_API_URL: miniProgram.url,
  };
}
