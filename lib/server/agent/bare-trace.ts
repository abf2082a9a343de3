interface BareTrace {
  failure: string;
  code?: string;
  at: string[];
}

/** Describes an unexpected error by its position in the code, without its message, which may quote the model's text. */
export function bareTrace(error: unknown): BareTrace {
  if (!(error instanceof Error)) return { failure: typeof error, at: [] };
  const frames = (error.stack ?? "").split("\n").map((frame) => frame.trim());
  const at = frames.filter((frame) => /^at .*:\d+:\d+\)?$/.test(frame));
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { failure: error.name, ...(code !== undefined && { code }), at };
}
