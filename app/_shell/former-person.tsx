"use client";

import { useEffect } from "react";
import { whenIdle } from "#app/_ui/when-idle.ts";
import { isKept, wipe } from "#lib/client/offline/device.ts";
import { whoAmI } from "#lib/client/base/who-am-i.ts";

const ANSWER_MS = 20_000;

/** On pages for people who are not signed in, deletes the device's data of a user whose session has ended. */
export function FormerPerson() {
  useEffect(() => {
    if (!isKept()) return undefined;
    return whenIdle(() => {
      const isNobody = whoAmI(AbortSignal.timeout(ANSWER_MS)).then(
        (userId) => userId === null,
        () => false,
      );
      void isNobody.then((gone) => (gone ? wipe() : undefined));
    }, 3000);
  }, []);
  return null;
}
