import * as z from "zod";

/** A zod schema as JSON Schema; named schemas are shown by name and described once at the end of the page. */
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

/** Removes the metadata and the definitions of shared schemas, which are shown as references. */
function brief({ $schema: _schema, $defs: _defs, ...rest }: Record<string, unknown>): object {
  return rest;
}
