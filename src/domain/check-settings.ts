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
    addFieldError(errors, "destination_routing", "a record that is gone leads nowhere");
  }
  checkWeights(settings, routing !== undefined, errors);
  checkDestinationCount(settings, errors);
  checkMoments(settings, change, errors);
  checkPlugins(before, settings, errors);
}

/** Refuses `preview` together with `bot-block`, which leaves it nothing to do, unless the record already has both. */
function checkPlugins(before: RecordSettings, { plugins }: RecordSettings, errors: FieldErrors): void {
  const areBoth = (keys: string[]) => keys.includes("bot-block") && keys.includes("preview");
  if (!areBoth(plugins) || areBoth(before.plugins)) return;
  addFieldError(errors, "plugins", "bot-block refuses the programs that preview is for: choose one");
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
      `has ${routing.weights.length} weights for ${destinations.length} destinations: send one for each`,
    );
  }
}

function checkDestinationCount(settings: RecordSettings, errors: FieldErrors): void {
  if (allDestinations(settings).length <= MAX_ALL_DESTINATIONS) return;
  addFieldError(
    errors,
    "rules",
    `a record has at most ${MAX_ALL_DESTINATIONS} destinations, those of its rules included`,
  );
}

function checkMoments(
  { startsAtMs, expiresAtMs }: RecordSettings,
  change: RecordChange,
  errors: FieldErrors,
): void {
  if (startsAtMs === null || expiresAtMs === null || startsAtMs < expiresAtMs) return;
  if (change.startsAtMs === undefined) addFieldError(errors, "expires", "must be later than starts");
  else addFieldError(errors, "starts", "must be earlier than expires");
}
