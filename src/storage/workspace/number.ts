/**
 * The numbers of workspaces. The rowids of a workspace begin at its number times 2^32, so no number may be used by two
 * workspaces of an installation: each may move into the database of the other. Every database gives numbers of its own.
 */

export interface Numbers {
  /** The highest number that is not to be given. */
  after: number;
  last: number;
}

/** What the first database gives, which may have been the only one for long. */
const OF_FIRST = 512_000;
const OF_FURTHER = 16_000;

/**
 * Returns the numbers that a database gives. That of the hundredth is below 2^21: rowids have to be below 2^53, since D1
 * takes and returns numbers as floating-point values.
 * @param binding of the database: `DB` or `DB_01` to `DB_99`
 */
export function numbersOf(binding: string): Numbers {
  const index = Number(binding.slice("DB_".length));
  if (index === 0) return { after: 0, last: OF_FIRST - 1 };
  const first = OF_FIRST + (index - 1) * OF_FURTHER;
  return { after: first - 1, last: first + OF_FURTHER - 1 };
}

/** Returns the highest number that is in use among some; null if none is. */
export async function selectHighestNumber(db: D1Database, { after, last }: Numbers): Promise<number | null> {
  const row = await db
    .prepare("SELECT max(number) AS highest FROM workspaces WHERE number > ?1 AND number <= ?2")
    .bind(after, last)
    .first<{ highest: number | null }>();
  return row?.highest ?? null;
}
