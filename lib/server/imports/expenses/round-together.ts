/**
 * Rounds numbers to whole units so that they sum to `total`. Each is rounded down, and the units that remain go to
 * those who have lost most, including their losses in earlier rows. So each number is off by less than one unit, and so
 * is each person's sum over all rows.
 * @param exact in fractions of a unit, `unit` of which are one unit; they sum to `total` except for rounding in the
 * file
 * @param carry what each person has lost in earlier rows; it is updated
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
  // The file has rounded each number itself, so units can remain. The largest number takes them.
  if (most) most.units += left;
  for (const { place, units } of parts)
    carry[place] = (carry[place] ?? 0n) + (exact[place] ?? 0n) - BigInt(units) * unit;
  return parts.map(({ units }) => units);
}
