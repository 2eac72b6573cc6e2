/** Told only while counts are older ones, or not complete (contract: `GET /link/count`, Bulk preview). */
export function whileRefreshing(isRefreshing: boolean): { refreshing?: true } {
  return isRefreshing ? { refreshing: true } : {};
}
