import type { StepRefusal } from "#lib/shared/agent.ts";
import { STEP_REFUSALS, type StepRefusalCode } from "#lib/shared/agent-tools.ts";
import { AppError } from "#lib/shared/errors.ts";

/** A refusal of a tool. Its `reason` selects the text for users; its message is for the model. */
export class StepRefused extends AppError {
  readonly reason: StepRefusalCode;

  constructor(reason: StepRefusalCode, message: string) {
    super("VALIDATION_FAILED", message);
    this.reason = reason;
  }
}

/** Returns the reason of a refusal for users. */
export function stepRefusal(error: AppError): StepRefusal {
  const said = error instanceof StepRefused ? error.reason : error.code;
  return { code: STEP_REFUSALS.find((code) => code === said) ?? "INTERNAL" };
}

/** Returns the refusal as a tool's result for the model, which can correct its input or report the problem. */
export function refusalForModel(error: AppError): { ok: false; summary: string; trip: null } {
  const issues = (error.issues ?? []).map(({ path, message }) => `${path}: ${message}`);
  const hint = error.code === "FIELD_CONFLICT" ? "Read the trip again before you try once more." : "";
  return { ok: false, summary: [error.message, ...issues, hint].filter(Boolean).join(" "), trip: null };
}
