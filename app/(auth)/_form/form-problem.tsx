import { InlineAlert } from "#app/_ui/inline-alert.tsx";

/** The problem of the whole form, above its button. */
export function FormProblem({ text }: { text: string | null }) {
  return text ? (
    <InlineAlert tone="danger" live className="mt-4">
      {text}
    </InlineAlert>
  ) : null;
}
