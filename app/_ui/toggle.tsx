"use client";

import type { LucideIcon } from "lucide-react";
import type { ComponentProps, Ref } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";

type ToggleProps = Omit<ComponentProps<"button">, "ref" | "aria-pressed" | "onToggle"> & {
  pressed: boolean;
  onToggle: (pressed: boolean) => void;
  icon?: LucideIcon;
  /** `chip` has a sunken background (categories, filters); `vote` has one only when pressed (a thumb with a number). */
  look?: "chip" | "vote";
  ref?: Ref<HTMLButtonElement>;
};

const looks = {
  chip: "h-9 rounded-full bg-sunken px-3 touch:h-11",
  vote: "h-7 min-w-11 justify-center rounded-full px-2 hover:bg-hover touch:h-9 touch:min-w-14 touch:text-md touch:after:absolute touch:after:inset-x-0 touch:after:-inset-y-1",
};

/** A button that stays pressed; a pressed one has the accent's tint. */
export function Toggle({
  pressed,
  onToggle,
  icon,
  look = "chip",
  className,
  children,
  onClick,
  ...rest
}: ToggleProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-pressed={pressed}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) onToggle(!pressed);
      }}
      className={cx(
        "relative inline-flex shrink-0 items-center gap-1.5 text-sm font-medium whitespace-nowrap text-text-2 transition-colors aria-pressed:bg-accent-tint aria-pressed:text-accent-text",
        looks[look],
        className,
      )}
    >
      {icon ? <Icon of={icon} /> : null}
      {children}
    </button>
  );
}
