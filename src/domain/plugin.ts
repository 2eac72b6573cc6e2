import type { Feature } from "./plan.ts";

/** Optional behaviours that a record can carry by key. */
export interface Plugin {
  key: string;
  label: string;
  description: string;
  /** The plan feature that it needs; null for none. */
  feature: Feature | null;
}

export const STICKY = "sticky";

export const PLUGINS: readonly Plugin[] = [
  {
    key: STICKY,
    label: "Sticky destinations",
    description:
      "Random and weighted routing send a returning visitor to the same destination, without a cookie.",
    feature: null,
  },
];

export function isPluginKey(key: string): boolean {
  return PLUGINS.some((plugin) => plugin.key === key);
}
