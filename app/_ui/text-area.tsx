"use client";

import { type ComponentProps, type Ref, useId } from "react";
import { cx } from "#app/_ui/cx.ts";
import { controlClass, describedByProps, Field, type FieldLook, inputClass } from "#app/_ui/field.tsx";

export type TextAreaProps = Omit<ComponentProps<"textarea">, "ref" | "className"> &
  FieldLook & { ref?: Ref<HTMLTextAreaElement> };

/** A text area that grows with its text from `rows` up to twelve lines. */
export function TextArea({ ref, rows = 3, ...props }: TextAreaProps) {
  const { label, note, labelEnd, hint, error, hideLabel, className, id: given, ...area } = props;
  const fallback = useId();
  const id = given ?? fallback;
  const look = { label, note, labelEnd, hint, error, hideLabel, className };
  return (
    <Field id={id} {...look}>
      <div className={cx(controlClass, "h-auto phone:h-auto")}>
        <textarea
          {...area}
          {...describedByProps(id, look)}
          ref={ref}
          rows={rows}
          className={cx(inputClass, "field-sizing-content max-h-64 resize-none py-2.5")}
        />
      </div>
    </Field>
  );
}
