/** The beginning of a probe's path. It is separate from `probe.ts`, because visits need nothing else. */
export const PROBE_PATH = "/.well-known/signpost/";
