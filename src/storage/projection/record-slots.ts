/**
 * Returns SQL for the slots that show records: the own slot of each, and for a source with a query also the exact
 * slot of its path, whose snapshot says whether there are such sources.
 * @param host SQL for the hostname of the slots
 * @param condition a condition on `records`
 */
export const recordSlots = (host: string, condition: string) => `
  SELECT ${host} AS host, slot FROM records WHERE ${condition}
  UNION SELECT ${host}, 'p' || substr(slot, 2, instr(slot, '?') - 2) FROM records
  WHERE ${condition} AND slot >= 'q' AND slot < 'r'`;
