import Link from "next/link";
import type { ReactNode } from "react";
import { HeaderBar } from "#app/_shell/header-bar.tsx";
import { Wordmark } from "#app/_shell/wordmark.tsx";

/** The header with the wordmark at the left and actions at the right. */
export function SiteHeader({ href, children }: { href: "/" | "/trips"; children: ReactNode }) {
  return <HeaderBar home={<Wordmark href={href} as={Link} />}>{children}</HeaderBar>;
}
