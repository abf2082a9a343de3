/**
 * Rounds figures to whole units so that they come to `total`: each goes down, and what that leaves goes to those that lost most, with
 * what they have lost in the rows before. So each figure is off by less than one unit, and so is each person's sum over all rows.
 * @param exact in parts of a unit, of which `unit` are one; they come to `total` within what rounding them once already has taken
 * @param carry what each has lost so far; it is brought up to date
 */
export function roundTogether(
  total: number,
  exact: readonly bigint[],
  { unit, carry }: { unit: bigint; carry: bigint[] },
): number[] {
  const parts = exact.map((value, place) => {
    const fraction = ((value % unit) + unit) % unit;
    return { place, units: Number((value - fraction) / unit), fraction };
  });
  let left = total - parts.reduce((sum, { units }) => sum + units, 0);
  const lost = (place: number, fraction: bigint) => fraction + (carry[place] ?? 0n);
  const cut = parts
    .filter(({ fraction }) => fraction > 0n)
    .toSorted((a, b) => {
      const difference = lost(b.place, b.fraction) - lost(a.place, a.fraction);
      return difference === 0n ? a.place - b.place : difference > 0n ? 1 : -1;
    });
  for (const part of cut) {
    if (left <= 0) break;
    part.units += 1;
    left -= 1;
  }
  const most = parts.reduce<(typeof parts)[number] | null>(
    (best, part) => (!best || Math.abs(part.units) > Math.abs(best.units) ? part : best),
    null,
  );
  // The file has rounded each figure before: where it is least felt.
  if (most) most.units += left;
  for (const { place, units } of parts)
    carry[place] = (carry[place] ?? 0n) + (exact[place] ?? 0n) - BigInt(units) * unit;
  return parts.map(({ units }) => units);
}
