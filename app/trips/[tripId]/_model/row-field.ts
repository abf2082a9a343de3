/** Saves one field of a stop or a reservation, and shows other members that it is being edited. */
export interface RowField<Patch> {
  save: (patch: Patch, baseSeq?: number) => void;
  presence: { onFocus: () => void; onBlur: () => void };
}
