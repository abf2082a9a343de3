import { startApp } from "#tests/helpers/app.ts";
import { type Relay, startRelay } from "#tests/helpers/relay.ts";
import { unusedPort } from "#tests/helpers/ports.ts";

/** A service of its own, which browsers reach through a relay. */
export interface RelayedService {
  relay: Relay;
  /** The URL that bypasses the relay. */
  direct: string;
  stop(): Promise<void>;
}

/** Starts a service behind a relay; from then on, this process signs people in at that service. */
export async function startRelayedService(): Promise<RelayedService> {
  const port = await unusedPort("::");
  const relay = await startRelay(port);
  const app = await startApp({ env: { PORT: String(port), BASE_URL: relay.url } });
  Object.assign(process.env, { APP_URL: relay.url, APP_LOG: app.logFile });
  return {
    relay,
    direct: `http://localhost:${port}`,
    async stop() {
      await app.stop();
      await relay.stop();
    },
  };
}
