"use client";

import { useId } from "react";
import { cx } from "#app/_ui/cx.ts";
import { segmentClass, segmentTrackClass, type SegmentSize } from "#app/_ui/segment-class.ts";

type SegmentedProps<T extends string> = {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: ReadonlyArray<{ value: T; label: string }>;
  size?: SegmentSize;
  disabled?: boolean;
  className?: string;
};

/**
 * A choice of one of two to four short options, all visible. They are real radio buttons, so arrow keys and forms work
 * without further code.
 */
export function Segmented<T extends string>({
  label,
  value,
  onChange,
  options,
  size = "md",
  disabled = false,
  className,
}: SegmentedProps<T>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cx(segmentTrackClass(), className)}>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            segmentClass(size),
            "relative cursor-pointer has-disabled:cursor-default has-disabled:text-text-3 has-checked:bg-segment has-checked:text-text has-checked:shadow-1 has-focus-visible:shadow-(--ring)",
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
