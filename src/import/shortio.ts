import type { Draft } from "./row.ts";

/** A parameter of the destination, which visitors do not see. */
const NO_MERGE = /([?&])shortio_nomerge=1(?:&|(?=#|$))/;

/** Returns a destination of Short.io, which passes the visitor's query on unless the link or a parameter forbids it. */
export function toShortioTarget(
  written: string | undefined,
  skipsQuery: boolean,
): Pick<Draft, "target" | "forwardQuery"> {
  const target = written?.replace(NO_MERGE, (found, mark: string) => (found.endsWith("&") ? mark : ""));
  return { target, forwardQuery: !skipsQuery && target === written };
}
