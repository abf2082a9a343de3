"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";

type NavTab = { href: string; label: string; count?: number | undefined; badge?: ReactNode };

type NavTabsProps = { label: string; tabs: readonly NavTab[]; current: string; className?: string };

/** Tabs that are places: each has its address, the current one a line under it. */
export function NavTabs({ label, tabs, current, className }: NavTabsProps) {
  return (
    <nav aria-label={label} className={cx("flex h-10 items-stretch gap-5", className)}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={tab.href === current ? "page" : undefined}
          className="relative flex items-center gap-1.5 rounded-xs text-sm font-medium whitespace-nowrap text-text-3 transition-colors after:absolute after:inset-x-0 after:bottom-0.75 after:h-0.5 after:rounded-full hover:text-text aria-[current]:text-text aria-[current]:after:bg-text"
        >
          {tab.label}
          {tab.count ? <span className="text-xs text-text-3">{tab.count}</span> : null}
          {tab.badge}
        </Link>
      ))}
    </nav>
  );
}
