"use client";

import { usePathname } from "next/navigation";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { useOtherAccountCheck, useOtherAccount } from "#lib/client/account/other-account.ts";

const OtherAccountBar = lazyComponent(() => import("#app/_shell/other-account-bar.tsx"));

/** Exists once above every page and shows the bar when a request is refused because another user has signed in. */
export function OtherAccountHost() {
  const other = useOtherAccount();
  useOtherAccountCheck(usePathname());
  return other ? <OtherAccountBar other={other} /> : null;
}
