"use client";

import type { LucideIcon } from "lucide-react";
import { type ComponentProps, type ReactNode, type Ref, useId } from "react";
import { cx } from "#app/_ui/cx.ts";
import { controlClass, describedByProps, Field, type FieldLook, inputClass } from "#app/_ui/field.tsx";
import { Icon } from "#app/_ui/icon.tsx";

export type TextFieldProps = Omit<ComponentProps<"input">, "ref" | "className"> &
  FieldLook & {
    icon?: LucideIcon;
    /** Content inside the frame, right of the text. */
    trailing?: ReactNode;
    ref?: Ref<HTMLInputElement>;
  };

export function TextField({ icon, trailing, ref, ...props }: TextFieldProps) {
  const { label, note, labelEnd, hint, error, hideLabel, className, id: given, ...input } = props;
  const fallback = useId();
  const id = given ?? fallback;
  const look = { label, note, labelEnd, hint, error, hideLabel, className };
  return (
    <Field id={id} {...look}>
      <div className={cx(controlClass, Boolean(trailing) && "pr-1.5 touch:pr-0")}>
        {icon ? <Icon of={icon} className="text-text-3" /> : null}
        <input {...input} {...describedByProps(id, look)} ref={ref} className={inputClass} />
        {trailing}
      </div>
    </Field>
  );
}
