export interface RuleVisit {
  nowMs: number;
  /** The visitor's country as two capital letters; `XX` if the platform does not know it. */
  country: string;
  /** The visitor's continent as two capital letters; empty if the platform does not know it. */
  continent: string;
  /** The raw query without `?`; empty if there is none. */
  query: string;
  /** Returns a request header by its name in any letter case. */
  header(name: string): string | null;
  /** Returns whether a user agent belongs to a known bot. Remembers its answers. */
  isBot(userAgent: string): boolean;
}
