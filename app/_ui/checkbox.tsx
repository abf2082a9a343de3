"use client";

import { Check } from "lucide-react";
import type { ComponentProps, ReactNode, Ref } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";

type CheckboxProps = Omit<ComponentProps<"input">, "ref" | "type" | "children"> & {
  children: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

export function Checkbox({ children, className, ref, ...input }: CheckboxProps) {
  return (
    <label className={cx("flex min-h-8 cursor-pointer items-center gap-2.5 touch:min-h-11", className)}>
      <span className="relative grid size-4.5 shrink-0 place-items-center">
        <input
          {...input}
          ref={ref}
          type="checkbox"
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-xs border border-control bg-surface checked:border-accent checked:bg-accent"
        />
        <span className="pointer-events-none relative hidden text-on-accent peer-checked:block">
          <Icon of={Check} size={14} />
        </span>
      </span>
      {children}
    </label>
  );
}
