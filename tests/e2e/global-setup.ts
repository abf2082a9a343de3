import { startApp } from "#tests/helpers/app.ts";

/** One service for all browser tests; they keep apart by signing up people and trips of their own. */
export default async function setup(): Promise<() => Promise<void>> {
  const app = await startApp();
  process.env.APP_URL = app.url;
  process.env.APP_LOG = app.logFile;
  return () => app.stop();
}
