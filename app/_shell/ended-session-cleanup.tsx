"use client";

import { useEffect } from "react";
import { whenIdle } from "#app/_ui/when-idle.ts";
import { isDeviceStorageAllowed, wipeDeviceData } from "#lib/client/offline/device.ts";
import { fetchSignedInUserId } from "#lib/client/base/who-am-i.ts";

const ANSWER_MS = 20_000;

/** On pages for readers who are not signed in, deletes the device's data of a user whose session has ended. */
export function EndedSessionCleanup() {
  useEffect(() => {
    if (!isDeviceStorageAllowed()) return undefined;
    return whenIdle(() => {
      const isNobody = fetchSignedInUserId(AbortSignal.timeout(ANSWER_MS)).then(
        (userId) => userId === null,
        () => false,
      );
      void isNobody.then((gone) => (gone ? wipeDeviceData() : undefined));
    }, 3000);
  }, []);
  return null;
}
