import type { StepRefusal } from "#lib/shared/agent.ts";
import { STEP_REFUSALS, type StepRefusalCode } from "#lib/shared/agent-tools.ts";
import { AppError } from "#lib/shared/errors.ts";

/** A refusal that people know by a reason of its own; its words are for the model. */
export class StepRefused extends AppError {
  readonly reason: StepRefusalCode;

  constructor(reason: StepRefusalCode, message: string) {
    super("VALIDATION_FAILED", message);
    this.reason = reason;
  }
}

/** Why, for people. */
export function stepRefusal(error: AppError): StepRefusal {
  const said = error instanceof StepRefused ? error.reason : error.code;
  return { code: STEP_REFUSALS.find((code) => code === said) ?? "INTERNAL" };
}

/** What went wrong, for the model: it may mend its input, or say so. */
export function toldRefusal(error: AppError): { ok: false; summary: string; trip: null } {
  const issues = (error.issues ?? []).map(({ path, message }) => `${path}: ${message}`);
  const hint = error.code === "FIELD_CONFLICT" ? "Read the trip again before you try once more." : "";
  return { ok: false, summary: [error.message, ...issues, hint].filter(Boolean).join(" "), trip: null };
}
