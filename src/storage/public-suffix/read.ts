/** Selects the given rules that the Public Suffix List has. Rules of one label are not stored. */
export async function selectPublicSuffixes(db: D1Database, rules: string[]): Promise<Set<string>> {
  const { results } = await db
    .prepare("SELECT p.rule FROM json_each(?1) c CROSS JOIN public_suffixes p ON p.rule = c.value")
    .bind(JSON.stringify(rules))
    .all<{ rule: string }>();
  return new Set(results.map(({ rule }) => rule));
}
