import { startStreetImagery } from "#tests/doubles/street-imagery.ts";
import { startApp } from "#tests/helpers/app.ts";
import { ADDRESS_HEADER } from "./addresses.ts";
import { streetPhotosOf } from "./street-photos.ts";

/** One service for all browser tests; they keep apart by signing up people and trips of their own. */
export default async function setup(): Promise<() => Promise<void>> {
  const imagery = await startStreetImagery();
  const app = await startApp({ env: { CLIENT_IP_HEADER: ADDRESS_HEADER, ...streetPhotosOf(imagery) } });
  process.env.APP_URL = app.url;
  process.env.APP_LOG = app.logFile;
  return async () => {
    await app.stop();
    await imagery.stop();
  };
}
