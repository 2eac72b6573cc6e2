import { SelectField } from "../../../component/field.tsx";
import { MomentField } from "../../../component/moment-field.tsx";
import { bind, errorsAt } from "../../../component/form.tsx";
import { t } from "../../../text/text.ts";
import { showUrl } from "../../records/show-url.ts";
import type { RecordPart } from "../record-form.ts";
import { toTimestamp } from "../local-time.ts";
import { isOver, joinEnd, lastingPlace } from "../routing-form.ts";
import { zoneText } from "./zone-text.ts";

/** When the distribution over several destinations ends, and the one that stays. */
export function RoutingEndFields({ part }: { part: RecordPart }) {
  const { destinations, routing_ends } = part.form;
  if (destinations.length < 2) return null;
  const end = joinEnd(destinations, toTimestamp(routing_ends));
  const keep = (place: string) =>
    part.set({
      destinations: destinations.map((one, index) => ({ ...one, stays: index === Number(place) })),
    });
  return (
    <div class="stack-small">
      <div class="columns">
        <MomentField
          label={t("routing_ends.at")}
          hint={t("routing_ends.atHint", { zone: zoneText() })}
          dayTime="23:59"
          {...bind(part, "routing_ends")}
          errors={errorsAt(part.errors, "routing_ends.at")}
        />
        {routing_ends !== "" && (
          <SelectField
            label={t("routing_ends.destination")}
            options={destinations.map(({ url }, index) => ({
              value: String(index),
              label: url.trim() === "" ? t("form.destinationNumber", { number: index + 1 }) : showUrl(url),
            }))}
            value={String(lastingPlace(destinations))}
            onValue={keep}
            errors={errorsAt(part.errors, "routing_ends.destination")}
          />
        )}
      </div>
      {end !== null && isOver(end.at, Date.now()) && (
        <p class="small notice notice-warn break" role="status">
          {t("routing_ends.past", { destination: showUrl(end.destination) })}
        </p>
      )}
    </div>
  );
}
