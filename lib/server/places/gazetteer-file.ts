/**
 * The path of the gazetteer, relative to the working directory. `lib/local/gazetteer.ts` creates the file, which is not
 * committed.
 */
export const GAZETTEER_FILE = "lib/server/places/gazetteer.bin";
