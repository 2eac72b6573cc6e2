/** Sets `refreshing` only while counts are old or incomplete (contract 13.12). */
export function whileRefreshing(isRefreshing: boolean): { refreshing?: true } {
  return isRefreshing ? { refreshing: true } : {};
}
