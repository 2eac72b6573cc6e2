/** Where the path of a probe begins: all that a visit has to know of probes. */
export const PROBE_PATH = "/.well-known/signpost/";
