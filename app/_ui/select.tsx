"use client";

import { ChevronDown } from "lucide-react";
import { type ComponentProps, type Ref, useId } from "react";
import { cx } from "#app/_ui/cx.ts";
import { controlClass, describedByProps, Field, type FieldLook, inputClass } from "#app/_ui/field.tsx";
import { Icon } from "#app/_ui/icon.tsx";

export type SelectProps = Omit<ComponentProps<"select">, "ref" | "className" | "children"> &
  FieldLook & {
    options: ReadonlyArray<{ value: string; label: string; disabled?: boolean }>;
    ref?: Ref<HTMLSelectElement>;
  };

/**
 * The platform's own select: a wheel on phones and type-ahead on desktops, without further code. Use a Combobox for
 * long lists.
 */
export function Select({ options, ref, ...props }: SelectProps) {
  const { label, note, labelEnd, hint, error, hideLabel, className, id: given, ...select } = props;
  const fallback = useId();
  const id = given ?? fallback;
  const look = { label, note, labelEnd, hint, error, hideLabel, className };
  return (
    <Field id={id} {...look}>
      <div className={cx(controlClass, "relative px-0!")}>
        <select
          {...select}
          {...describedByProps(id, look)}
          ref={ref}
          className={cx(inputClass, "appearance-none truncate rounded-sm pr-9 pl-3")}
        >
          {options.map((option) => (
            <option
              key={option.value}
              value={option.value}
              disabled={option.disabled}
              className="bg-raised text-text"
            >
              {option.label}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} className="pointer-events-none absolute right-3 text-text-3" />
      </div>
    </Field>
  );
}
