"use client";

import { type ComponentProps, useId } from "react";
import { InvalidInputNote } from "../_base/fields/text-prop.tsx";
import { TimeInput, useTypedTime } from "../_base/fields/time-input.tsx";

type EndTimeProps = Parameters<typeof useTypedTime>[0] &
  Pick<ComponentProps<typeof TimeInput>, "label" | "placeholder">;

/** The field for the time of an end; empty if it is unknown. */
export function StartOrEndTime({ label, placeholder, ...time }: EndTimeProps) {
  const wrongId = useId();
  const typed = useTypedTime(time);
  return (
    <>
      <TimeInput
        typed={typed}
        label={label}
        placeholder={placeholder}
        placeholderClass="w-14 phone:w-16"
        wrongId={wrongId}
      />
      {typed.wrong === null ? null : (
        <span className="order-last w-full text-xs">
          <InvalidInputNote id={wrongId}>{typed.wrong}</InvalidInputNote>
        </span>
      )}
    </>
  );
}
