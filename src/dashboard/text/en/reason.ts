import { SENTENCES } from "../../../domain/refusal/sentences.ts";
import { keyed } from "../../../domain/refusal/translate.ts";

/** The API's own English. Roles, states and limits are values of its sentences. */
export default {
  ...keyed(SENTENCES),
  "reason.check_leads_to_outcome": "leads to: {outcome}",
  "reason.limit.hostnames": "hostnames",
  "reason.limit.records": "records",
  "reason.role.editor": "editor",
  "reason.role.manager": "manager",
  "reason.role.owner": "owner",
  "reason.role.viewer": "viewer",
  "reason.state.applied": "applied",
  "reason.state.applying": "applying",
  "reason.state.collecting": "collecting",
  "reason.state.expired": "expired",
  "reason.state.failed": "failed",
  "reason.state.planned": "planned",
  "reason.state.planning": "planning",
  "reason.state.stopped": "stopped",
  "reason.state.undoing": "undoing",
  "reason.state.undone": "undone",
};
