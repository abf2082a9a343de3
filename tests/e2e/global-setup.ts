import { startStreetImagery } from "#tests/doubles/street-imagery.ts";
import { startApp } from "#tests/helpers/app.ts";
import { ADDRESS_HEADER } from "./addresses.ts";
import { streetPhotoSettings } from "./street-photos.ts";

/** Starts one service for all browser tests; each test creates its own people and trips. */
export default async function setup(): Promise<() => Promise<void>> {
  const imagery = await startStreetImagery();
  const app = await startApp({ env: { CLIENT_IP_HEADER: ADDRESS_HEADER, ...streetPhotoSettings(imagery) } });
  process.env.APP_URL = app.url;
  process.env.APP_LOG = app.logFile;
  return async () => {
    await app.stop();
    await imagery.stop();
  };
}
