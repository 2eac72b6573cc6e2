import { Icon } from "../../../component/icon.tsx";
import { SelectField, TextField } from "../../../component/field.tsx";
import { t } from "../../../text/text.ts";
import { ROUTING_KINDS, sharesOf, type DestinationForm, type RoutingKind } from "../routing-form.ts";

interface DestinationsProps {
  destinations: DestinationForm[];
  routing: RoutingKind;
  onChange: (changed: { destinations: DestinationForm[]; routing: RoutingKind }) => void;
  /** Reasons by dotted path, relative to the record or the rule. */
  errors: Record<string, string[]>;
  /** The prefix of the paths of `errors`: empty, or `rules.1.`. */
  prefix?: string;
  /** Says whether the focus starts here in a new form. */
  isFocused?: boolean;
}

const MAX_DESTINATIONS = 20;

/** Destinations in their order, and the distribution of visits. */
export function DestinationFields({
  destinations,
  routing,
  onChange,
  errors,
  prefix = "",
  isFocused = false,
}: DestinationsProps) {
  const shares = sharesOf(destinations, routing);
  const setAt = (index: number, changed: Partial<DestinationForm>) =>
    onChange({
      routing,
      destinations: destinations.map((one, at) => (at === index ? { ...one, ...changed } : one)),
    });
  const remove = (index: number) =>
    onChange({ routing, destinations: destinations.filter((_, at) => at !== index) });
  const isMany = destinations.length > 1;
  const reasonsOf = (index: number) => [
    ...(errors[`${prefix}destinations.${index}`] ?? []),
    ...(index === 0
      ? [...(errors[`${prefix}destinations`] ?? []), ...(errors[`${prefix}destination`] ?? [])]
      : []),
  ];
  return (
    <div class="stack-small">
      {destinations.map(({ url, weight }, index) => (
        <div key={index} class="destination">
          <TextField
            label={isMany ? t("form.destinationNumber", { number: index + 1 }) : t("form.destination")}
            value={url}
            onValue={(value) => setAt(index, { url: value })}
            errors={reasonsOf(index)}
            inputMode="url"
            spellcheck={false}
            autocapitalize="off"
            placeholder="https://example.com/page"
            autofocus={isFocused && index === 0}
          />
          {isMany && routing === "weighted" && (
            <TextField
              label={t("form.weight")}
              hint={
                shares === null ? "–" : t("form.share", { percent: Math.round((shares[index] ?? 0) * 100) })
              }
              value={weight}
              onValue={(value) => setAt(index, { weight: value })}
              inputMode="decimal"
            />
          )}
          {isMany && (
            <button
              type="button"
              class="icon-button"
              aria-label={t("form.removeDestination", { number: index + 1 })}
              title={t("form.removeDestination", { number: index + 1 })}
              onClick={() => remove(index)}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
      ))}
      {isMany && (
        <SelectField
          label={t("form.routing")}
          value={routing}
          options={ROUTING_KINDS.map((kind) => ({ value: kind, label: t(`routing.${kind}`) }))}
          onValue={(value) => onChange({ destinations, routing: value as RoutingKind })}
          errors={errors[`${prefix}destination_routing`]}
        />
      )}
      {destinations.length < MAX_DESTINATIONS && (
        <div>
          <button
            type="button"
            class="link-button small"
            onClick={() => onChange({ routing, destinations: [...destinations, { url: "", weight: "1" }] })}
          >
            {t("form.addDestination")}
          </button>
        </div>
      )}
    </div>
  );
}
