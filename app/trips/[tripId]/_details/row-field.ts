/** Writes one field of a stop or a booking, and shows the others that it is being edited. */
export interface RowField<Patch> {
  save: (patch: Patch, baseSeq?: number) => void;
  presence: { onFocus: () => void; onBlur: () => void };
}
