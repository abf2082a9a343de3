import { InlineAlert } from "#app/_ui/inline-alert.tsx";

/** What went wrong with the form as a whole, above its button. */
export function FormProblem({ text }: { text: string | null }) {
  return text ? (
    <InlineAlert tone="danger" live className="mt-4">
      {text}
    </InlineAlert>
  ) : null;
}
