import type { Host } from "../../api/types.ts";

/** A path that is unlikely to have a record. */
const PATH = "/signpost-shows-what-nobody-finds";

/** Returns the URL of a missing page on a hostname; for a wildcard, on a name below it. */
export function missingPageOf(
  { host, public: isPublic, ssl_issued_at }: Pick<Host, "host" | "public" | "ssl_issued_at">,
  { port }: Pick<Location, "port">,
): string {
  const name = host.replace(/^\*\./, "signpost.");
  // This server answers the names of local development.
  if (!isPublic) return `http://${name}${port === "" ? "" : `:${port}`}${PATH}`;
  return `${ssl_issued_at === null ? "http" : "https"}://${name}${PATH}`;
}
