/** The tables that no backup holds, and why. The Worker does not load this module. */
export const LEFT_OUT: Record<string, string> = {
  record_tags: "computed from the tags of the records",
  record_search: "kept by triggers",
  record_counts: "computed from the records",
  count_cache: "a cache of a day",
  sequence: "every commit takes a number above the clock",
  slots: "computed from records and hostnames",
  pending: "a restore has every snapshot written anew",
  reprojections: "a restore has every snapshot written anew",
  key_sweeps: "concerns one KV store",
  installation: "names one database",
  backup_runs: "concerns the backup that is being written",
  click_folder: "where the folder of clicks starts is found anew",
  threat_round: "starts over by itself",
  public_suffixes: "comes with the migrations",
  d1_migrations: "says what the migrations have done",
};
