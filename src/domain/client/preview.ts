/** What finds the record and the Location of a visit, for a preview. */

export { composeForMatch } from "../fill-template.ts";
export { toRequestedSource, type Match } from "../match.ts";
export { rankPatterns } from "../pattern-ranking.ts";
export { RecordIndex } from "../record-index.ts";
export { defaultSettings } from "../record.ts";
export { toVisitedHostname } from "../visited-host.ts";
