"use client";

import * as Radix from "radix-ui/tabs";
import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { segmentClass, segmentTrackClass } from "#app/_ui/segment-class.ts";

type TabsProps<T extends string> = {
  value: T;
  onChange: (value: T) => void;
  children: ReactNode;
  className?: string;
};

/** Panels of which one shows. `TabList` may stand anywhere inside, such as in a drawer's head. */
export function Tabs<T extends string>({ value, onChange, children, className }: TabsProps<T>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)} className={className}>
      {children}
    </Radix.Root>
  );
}

type TabListProps = {
  label: string;
  tabs: ReadonlyArray<{ value: string; label: string; badge?: ReactNode }>;
};

export function TabList({ label, tabs }: TabListProps) {
  return (
    <Radix.List aria-label={label} className={segmentTrackClass()}>
      {tabs.map((tab) => (
        <Radix.Trigger
          key={tab.value}
          value={tab.value}
          className={cx(
            segmentClass("md"),
            "data-[state=active]:bg-segment data-[state=active]:text-text data-[state=active]:shadow-1",
          )}
        >
          {tab.label}
          {tab.badge}
        </Radix.Trigger>
      ))}
    </Radix.List>
  );
}

/** Unmounted while another one shows, unless `keep`. */
export function TabPanel(props: { value: string; keep?: boolean; children: ReactNode; className?: string }) {
  return (
    <Radix.Content
      value={props.value}
      forceMount={props.keep ? true : undefined}
      className={cx("outline-none data-[state=inactive]:hidden", props.className)}
    >
      {props.children}
    </Radix.Content>
  );
}
