"use client";

import { useEffect } from "react";
import { typedStorageName } from "#lib/client/storage/own-storage.ts";
import { tabStorage } from "#lib/client/storage/tab-storage.ts";
import { useLiveSession } from "#lib/client/open-trip/trip-context.tsx";
import {
  subscribeToDraftTexts,
  serializeDraftTexts,
  deserializeDraftTexts,
} from "../_base/text/draft-text.ts";

/**
 * Stores unsent texts of this trip so that they survive the page: phones discard pages in the background without a
 * warning.
 */
export function useDraftTextPersistence(): void {
  const { id, userId } = useLiveSession().store;
  useEffect(() => {
    const name = typedStorageName("texts", id, userId);
    deserializeDraftTexts(id, tabStorage.read(name));
    const write = () => tabStorage.write(name, serializeDraftTexts(id));
    write();
    return subscribeToDraftTexts(write);
  }, [id, userId]);
}
