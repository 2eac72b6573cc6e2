import type { Host } from "../../api/types.ts";

/** A path that nobody makes a record for. */
const PATH = "/signpost-shows-what-nobody-finds";

/** Returns the URL of a page that nothing answers on a hostname; of a wildcard, on a name below it. */
export function missingPageOf(
  { host, public: isPublic, ssl_issued_at }: Pick<Host, "host" | "public" | "ssl_issued_at">,
  { port }: Pick<Location, "port">,
): string {
  const name = host.replace(/^\*\./, "signpost.");
  // Names of local development are answered by this very server.
  if (!isPublic) return `http://${name}${port === "" ? "" : `:${port}`}${PATH}`;
  return `${ssl_issued_at === null ? "http" : "https"}://${name}${PATH}`;
}
