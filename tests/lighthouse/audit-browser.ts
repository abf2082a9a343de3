import { type BrowserContext, chromium } from "@playwright/test";
import { findChromium } from "#tests/helpers/chromium.ts";
import { unusedPort } from "#tests/helpers/ports.ts";

const FLAGS = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];

/**
 * `off` is a browser without WebGL, as with a blocked graphics driver: the page loads normally and says that it draws
 * no map.
 */
export type MapMode = "drawn" | "off";

const MAP_FLAGS: Record<MapMode, readonly string[]> = {
  drawn: ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  off: ["--disable-gpu", "--disable-3d-apis"],
};

export interface AuditBrowser {
  /** The context to sign in in, so that the audited pages are signed in. */
  context: BrowserContext;
  /** The debugging port that Lighthouse connects to. */
  port: number;
  close(): Promise<void>;
}

/** Opens a Chromium with one profile that Lighthouse shares; its windows keep the size that Lighthouse sets. */
export async function openAuditBrowser(map: MapMode): Promise<AuditBrowser> {
  const port = await unusedPort("127.0.0.1");
  const context = await chromium.launchPersistentContext("", {
    executablePath: findChromium(),
    viewport: null,
    args: [...FLAGS, ...MAP_FLAGS[map], `--remote-debugging-port=${port}`],
  });
  return { context, port, close: () => context.close() };
}
