/** Parses the JSON that wrangler prints. Banners and notices may stand in front. */
export function parseWranglerJson(text: string): unknown {
  return JSON.parse(text.slice(Math.max(0, text.search(/^[[{]/m))));
}

/** Reads the rows in what `wrangler d1 execute --json` prints. */
export function toRows(text: string): Record<string, unknown>[] {
  const answers = parseWranglerJson(text) as { results?: Record<string, unknown>[] }[];
  return answers.flatMap(({ results = [] }) => results);
}
