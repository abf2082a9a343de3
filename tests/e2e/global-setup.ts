import { startApp } from "#tests/helpers/app.ts";
import { ADDRESS_HEADER } from "./addresses.ts";

/** One service for all browser tests; they keep apart by signing up people and trips of their own. */
export default async function setup(): Promise<() => Promise<void>> {
  const app = await startApp({ env: { CLIENT_IP_HEADER: ADDRESS_HEADER } });
  process.env.APP_URL = app.url;
  process.env.APP_LOG = app.logFile;
  return () => app.stop();
}
