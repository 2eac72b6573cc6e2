/** The key in KV of the address blocks of search engines' crawlers, as a list in JSON. */
export const CRAWLERS_KEY = "~crawlers";
