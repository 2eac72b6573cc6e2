import { refuse } from "./refusal/refusal.ts";
import { hasParameter } from "./click-id.ts";
import { addFieldError, type FieldErrors } from "./field-error.ts";
import type { RecordChange } from "./record-change.ts";
import type { RecordSettings } from "./record.ts";
import { allDestinations, MAX_ALL_DESTINATIONS } from "./rule/rule.ts";

/** Adds an error for every setting that contradicts another after a write (contract 3.11 and 6.2). */
export function checkSettings(
  before: RecordSettings,
  settings: RecordSettings,
  change: RecordChange,
  errors: FieldErrors,
): void {
  const { routing } = change;
  if (settings.type === "gone" && routing !== undefined && routing.kind !== "primary") {
    addFieldError(errors, "destination_routing", refuse("gone_leads_nowhere"));
  }
  checkWeights(settings, routing !== undefined, errors);
  checkDestinationCount(settings, errors);
  checkRoutingEnds(settings, change, errors);
  checkClickIdParam(settings, change, errors);
  checkMoments(settings, change, errors);
  checkPlugins(before, settings, errors);
  const { image, file } = settings.preview ?? {};
  if (image !== undefined && file !== undefined)
    addFieldError(errors, "preview.file", refuse("preview_picture"));
}

/** Refuses `preview` together with `bot-block`, which leaves it nothing to do, unless the record already has both. */
function checkPlugins(before: RecordSettings, { plugins }: RecordSettings, errors: FieldErrors): void {
  const areBoth = (keys: string[]) => keys.includes("bot-block") && keys.includes("preview");
  if (!areBoth(plugins) || areBoth(before.plugins)) return;
  addFieldError(errors, "plugins", refuse("bot_block_preview"));
}

/** @param isWritten whether the write has the routing: if so, weights without destinations are refused */
function checkWeights(
  { routing, destinations }: RecordSettings,
  isWritten: boolean,
  errors: FieldErrors,
): void {
  if (routing.kind !== "weighted" || (destinations.length === 0 && !isWritten)) return;
  if (routing.weights.length !== destinations.length) {
    addFieldError(
      errors,
      "destination_routing",
      refuse("weights", { weights: routing.weights.length, destinations: destinations.length }),
    );
  }
}

function checkDestinationCount(settings: RecordSettings, errors: FieldErrors): void {
  if (allDestinations(settings).length <= MAX_ALL_DESTINATIONS) return;
  addFieldError(errors, "rules", refuse("too_many_destinations", { count: MAX_ALL_DESTINATIONS }));
}

/** The destination that stays must be there: a write that removes it has to name another one, or none. */
function checkRoutingEnds(
  { routingEnds, destinations }: RecordSettings,
  change: RecordChange,
  errors: FieldErrors,
): void {
  if (routingEnds === null || destinations.includes(routingEnds.destination)) return;
  if (change.routingEnds === undefined) addFieldError(errors, "destinations", refuse("lacks_routing_end"));
  else addFieldError(errors, "routing_ends.destination", refuse("not_own_destination"));
}

function checkClickIdParam(settings: RecordSettings, change: RecordChange, errors: FieldErrors): void {
  const { clickIdParam } = settings;
  if (clickIdParam === null || !allDestinations(settings).some((url) => hasParameter(url, clickIdParam)))
    return;
  const field = change.clickIdParam === undefined ? "destinations" : "click_id_param";
  addFieldError(errors, field, refuse("click_id_param_taken"));
}

function checkMoments(
  { startsAtMs, expiresAtMs }: RecordSettings,
  change: RecordChange,
  errors: FieldErrors,
): void {
  if (startsAtMs === null || expiresAtMs === null || startsAtMs < expiresAtMs) return;
  if (change.startsAtMs === undefined) addFieldError(errors, "expires", refuse("not_after_starts"));
  else addFieldError(errors, "starts", refuse("not_before_expires"));
}
