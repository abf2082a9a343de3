"use client";

import { usePathname } from "next/navigation";
import { lazyPart } from "#app/_ui/lazy-part.tsx";
import { useLookForOthers, useOtherAccount } from "#lib/client/account/other-account.ts";

const OtherAccountBar = lazyPart(() => import("#app/_shell/other-account-bar.tsx"));

/** Exists once above every page and shows the bar when a request is refused because another user has signed in. */
export function OtherAccountHost() {
  const other = useOtherAccount();
  useLookForOthers(usePathname());
  return other ? <OtherAccountBar other={other} /> : null;
}
