interface BareTrace {
  failure: string;
  code?: string;
  at: string[];
}

/** Of what nobody expected: where it happened, and nothing of its words, which may quote what a model wrote. */
export function bareTrace(error: unknown): BareTrace {
  if (!(error instanceof Error)) return { failure: typeof error, at: [] };
  const frames = (error.stack ?? "").split("\n").map((frame) => frame.trim());
  const at = frames.filter((frame) => /^at .*:\d+:\d+\)?$/.test(frame));
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { failure: error.name, ...(code !== undefined && { code }), at };
}
