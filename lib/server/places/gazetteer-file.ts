/** Made by `lib/local/gazetteer.ts`, and not committed. From the folder that the service runs in. */
export const GAZETTEER_FILE = "lib/server/places/gazetteer.bin";
