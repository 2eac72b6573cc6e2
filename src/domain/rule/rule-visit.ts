/** The facts of a visit that conditions of rules may depend on. */
export interface RuleVisit {
  nowMs: number;
  /** The platform's country of the visitor as two capital letters; `XX` where it knows none. */
  country: string;
  /** The platform's continent of the visitor as two capital letters; empty where it knows none. */
  continent: string;
  /** The raw query without `?`; empty for none. */
  query: string;
  /** Returns a request header by its name in any letter case. */
  header(name: string): string | null;
  /** Returns whether a user agent is that of a known bot. Remembers its answers. */
  isBot(userAgent: string): boolean;
}
