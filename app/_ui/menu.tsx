"use client";

import { Check, type LucideIcon } from "lucide-react";
import * as Radix from "radix-ui/dropdown-menu";
import type { ReactElement, ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { floatingClass } from "#app/_ui/floating-class.ts";

type TriggerProps = { label?: string; "aria-label"?: string };

type MenuProps = {
  /** A single button element; it gets the menu's aria and handlers. */
  trigger: ReactElement<TriggerProps>;
  /** Names the region that the menu opens in; the trigger's own label by default. */
  label?: string;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
  children: ReactNode;
};

export function Menu({ trigger, label, align = "end", side = "bottom", children }: MenuProps) {
  const name = label ?? trigger.props["aria-label"] ?? trigger.props.label;
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        {/* Opened at the end of the page it would stand outside of all landmarks. */}
        <section aria-label={name}>
          <Radix.Content
            align={align}
            side={side}
            sideOffset={4}
            collisionPadding={8}
            loop
            className={cx(
              floatingClass,
              "max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto p-1",
            )}
          >
            {children}
          </Radix.Content>
        </section>
      </Radix.Portal>
    </Radix.Root>
  );
}

const row =
  "flex h-8 cursor-default items-center gap-2.5 rounded-sm px-2.5 text-sm outline-none select-none touch:h-11 touch:text-md focus-visible:shadow-none data-disabled:text-text-3 data-highlighted:bg-press";

type MenuItemProps = {
  icon?: LucideIcon;
  /** A key shown at the right; the page itself listens for it. */
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
  onSelect?: (event: Event) => void;
  /** A link element to act as the row. */
  asChild?: boolean;
  children: ReactNode;
};

export function MenuItem({ icon, shortcut, danger, children, asChild, ...rest }: MenuItemProps) {
  const look = cx(row, danger && "text-danger data-highlighted:bg-danger-tint");
  if (asChild) {
    return (
      <Radix.Item {...rest} asChild className={look}>
        {children}
      </Radix.Item>
    );
  }
  return (
    <Radix.Item {...rest} className={look}>
      {icon ? <Icon of={icon} className={danger ? "" : "text-text-2"} /> : null}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut ? <kbd className="font-sans text-xs text-text-3 touch:hidden">{shortcut}</kbd> : null}
    </Radix.Item>
  );
}

type MenuCheckProps = { checked: boolean; onCheckedChange: (checked: boolean) => void; children: ReactNode };

/** Can be on or off; the menu stays open so that several can be set. */
export function MenuCheck({ children, ...rest }: MenuCheckProps) {
  return (
    <Radix.CheckboxItem {...rest} onSelect={(event) => event.preventDefault()} className={row}>
      <Mark />
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </Radix.CheckboxItem>
  );
}

type MenuChoiceProps<T extends string> = {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: ReadonlyArray<{ value: T; label: string }>;
};

/** One of several, with its heading. */
export function MenuChoice<T extends string>({ label, value, onChange, options }: MenuChoiceProps<T>) {
  function choose(next: string) {
    const option = options.find((each) => each.value === next);
    if (option) onChange(option.value);
  }
  return (
    <Radix.Group aria-label={label}>
      <MenuLabel>{label}</MenuLabel>
      <Radix.RadioGroup value={value} onValueChange={choose}>
        {options.map((option) => (
          <Radix.RadioItem
            key={option.value}
            value={option.value}
            onSelect={(event) => event.preventDefault()}
            className={row}
          >
            <Mark />
            {option.label}
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    </Radix.Group>
  );
}

function Mark() {
  return (
    <span className="grid size-4 place-items-center text-accent-text">
      <Radix.ItemIndicator>
        <Icon of={Check} />
      </Radix.ItemIndicator>
    </span>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 pt-2 pb-1 text-xs font-semibold text-text-3">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="mx-2.5 my-1 h-px bg-line" />;
}
