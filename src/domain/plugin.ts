/** Optional behaviours that a record can carry by key. */
export interface Plugin {
  key: string;
  label: string;
  description: string;
}

export const STICKY = "sticky";

export const PLUGINS: readonly Plugin[] = [
  {
    key: STICKY,
    label: "Sticky destinations",
    description:
      "Random and weighted routing send a returning visitor to the same destination, without a cookie.",
  },
];

export function isPluginKey(key: string): boolean {
  return PLUGINS.some((plugin) => plugin.key === key);
}
