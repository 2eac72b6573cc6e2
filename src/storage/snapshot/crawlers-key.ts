/** The key in KV of the addresses that crawlers of search engines come from: blocks, as a list in JSON. */
export const CRAWLERS_KEY = "~crawlers";
