"use client";

import { useEffect, useState } from "react";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { QuietBoundary } from "#app/_ui/quiet-boundary.tsx";
import { whenIdle } from "#app/_ui/when-idle.ts";

const ChecksMenu = lazyComponent(() => import("./checks-menu.tsx"));

/** The button for the trip checks; it is loaded when the page is idle. */
export function ChecksButton() {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true), 3000), []);
  return <QuietBoundary>{idle ? <ChecksMenu /> : null}</QuietBoundary>;
}
