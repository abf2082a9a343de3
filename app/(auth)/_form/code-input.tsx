"use client";

import { type Control, Controller, type FieldValues, type Path } from "react-hook-form";
import { OtpField } from "#app/_ui/otp-field.tsx";

type CodeInputProps<T extends FieldValues> = {
  control: Control<T>;
  label: string;
  error: string | undefined;
  /** The id of the text that says where the code is. */
  describedBy?: string;
  clearError: () => void;
  /** Is called once for each complete code. */
  onComplete?: () => void;
};

/** The input for six digits, in the field `otp` of a form. */
export function CodeInput<T extends FieldValues & { otp: string }>(props: CodeInputProps<T>) {
  const { control, label, error, describedBy, clearError, onComplete } = props;
  return (
    <Controller
      control={control}
      // The cast is safe, because T has the field `otp` by its constraint, which the library's path type can't infer.
      name={"otp" as Path<T>}
      render={({ field }) => (
        <OtpField
          {...field}
          onChange={(digits) => {
            clearError();
            field.onChange(digits);
          }}
          label={label}
          error={error}
          {...(describedBy && { describedBy })}
          {...(onComplete && { onComplete })}
        />
      )}
    />
  );
}
