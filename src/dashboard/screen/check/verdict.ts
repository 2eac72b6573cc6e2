import type { Check } from "../../api/types.ts";

/** Where the URLs of a check lead people: straight to their page, there by other ways, elsewhere, or nowhere. */
interface Verdict {
  kind: "good" | "warn" | "bad";
  /** Those that are always said, and of the others those that exist; in the order of a sentence. */
  parts: { name: "direct" | "detour" | "temporary" | "elsewhere" | "broken"; count: number }[];
}

/** Judges a check by its worst result. */
export function judge({ covered, chain, temporary, unexpected, uncovered, loop }: Check["counts"]): Verdict {
  const broken = uncovered + loop;
  const arriving = [
    { name: "detour", count: chain },
    { name: "temporary", count: temporary },
    { name: "elsewhere", count: unexpected },
  ] as const;
  const found = arriving.filter(({ count }) => count > 0);
  return {
    kind: broken > 0 ? "bad" : found.length > 0 ? "warn" : "good",
    parts: [{ name: "direct", count: covered }, ...found, { name: "broken", count: broken }],
  };
}
