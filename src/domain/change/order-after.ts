/**
 * Sorts items topologically: each item comes after the items that it needs. Chains may have any length. Items of a
 * cycle come in any order.
 * @param needs the items that each item needs; values that are not keys are left out
 */
export function orderAfter(needs: ReadonlyMap<number, Iterable<number>>): number[] {
  const ordered = new Set<number>();
  const begun = new Set<number>();
  for (const item of needs.keys()) {
    const stack = [item];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const left = begun.has(top)
        ? []
        : [...(needs.get(top) ?? [])].filter((one) => needs.has(one) && !begun.has(one));
      begun.add(top);
      if (left.length > 0) stack.push(...left);
      else {
        ordered.add(top);
        stack.pop();
      }
    }
  }
  return [...ordered];
}
