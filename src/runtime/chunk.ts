/**
 * Splits items into groups whose sizes add up to at most `most`. An item that is larger is a group of its own.
 * @param mostItems the most items of a group
 */
export function chunkBySize<T>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  most: number,
  mostItems = Infinity,
): T[][] {
  const groups: T[][] = [];
  let room = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const last = groups.at(-1);
    if (last === undefined || size > room || last.length === mostItems) {
      groups.push([item]);
      room = most - size;
    } else {
      last.push(item);
      room -= size;
    }
  }
  return groups;
}

export function chunk<T>(items: readonly T[], size: number): T[][] {
  const groups: T[][] = [];
  for (let start = 0; start < items.length; start += size) groups.push(items.slice(start, start + size));
  return groups;
}
