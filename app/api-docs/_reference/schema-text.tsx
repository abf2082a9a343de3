import * as z from "zod";

/** A zod schema as JSON Schema; named parts are shown by their name and explained once, at the page's end. */
export function SchemaText({ schema, io }: { schema: z.ZodType; io: "input" | "output" }) {
  return (
    <pre className="mt-1 rounded-md bg-sunken p-3 text-xs wrap-anywhere whitespace-pre-wrap">
      {JSON.stringify(
        brief(z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" })),
        null,
        2,
      )}
    </pre>
  );
}

/** Shared parts stay behind their reference, and bookkeeping of the format goes. */
function brief({ $schema: _schema, $defs: _defs, ...rest }: Record<string, unknown>): object {
  return rest;
}
