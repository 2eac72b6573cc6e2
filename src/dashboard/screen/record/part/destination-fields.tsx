import { IconButton, LinkButton } from "../../../component/button.tsx";
import { SelectField, TextField } from "../../../component/field.tsx";
import { bind, itemsOf, type FormPart } from "../../../component/form.tsx";
import { sayPercent, t } from "../../../text/text.ts";
import { addDestination, ROUTING_KINDS, sharesOf, type RoutingForm } from "../routing-form.ts";

const MAX_DESTINATIONS = 20;

interface DestinationProps {
  part: FormPart<RoutingForm>;
  /** Says whether the focus starts here. */
  isFocused?: boolean;
}

/** Destinations in their order, and the distribution of visits. */
export function DestinationFields({ part, isFocused = false }: DestinationProps) {
  const { errors } = part;
  const { destinations, routing } = part.form;
  const { parts, remove } = itemsOf(part, "destinations");
  const shares = sharesOf(destinations, routing);
  const isMany = parts.length > 1;
  const reasonsOf = (index: number) => [
    ...(errors[`destinations.${index}`] ?? []),
    ...(index === 0 ? [...(errors["destinations"] ?? []), ...(errors["destination"] ?? [])] : []),
  ];
  return (
    <div class="stack-small">
      {parts.map((destination, index) => (
        <div key={index} class="destination">
          <TextField
            label={isMany ? t("form.destinationNumber", { number: index + 1 }) : t("field.destination")}
            inputMode="url"
            spellcheck={false}
            autocapitalize="off"
            placeholder="https://example.com/page"
            autofocus={isFocused && index === 0}
            hint={isMany ? sayShare(shares?.[index]) : undefined}
            {...bind(destination, "url")}
            errors={reasonsOf(index)}
          />
          {isMany && routing === "weighted" && (
            <TextField label={t("form.weight")} inputMode="decimal" {...bind(destination, "weight")} />
          )}
          {isMany && (
            <IconButton
              icon="close"
              label={t("form.removeDestination", { number: index + 1 })}
              onClick={() => remove(index)}
            />
          )}
        </div>
      ))}
      {isMany && (
        <SelectField
          label={t("field.destination_routing")}
          options={ROUTING_KINDS.map((kind) => ({ value: kind, label: t(`routing.${kind}`) }))}
          {...bind(part, "routing", "destination_routing")}
        />
      )}
      {parts.length < MAX_DESTINATIONS && (
        <div>
          <LinkButton onClick={() => part.set(addDestination(part.form))}>
            {t("form.addDestination")}
          </LinkButton>
        </div>
      )}
    </div>
  );
}

/** Returns the part of the visits that a destination gets; undefined where nothing decides it beforehand. */
function sayShare(share: number | undefined): string | undefined {
  return share === undefined ? undefined : t("form.share", { share: sayPercent(share, 1) });
}
