import { useId, useState } from "preact/hooks";
import { REDIRECT_TYPES } from "../../../domain/client/words.ts";
import type { Facets } from "../../api/types.ts";
import { Button, Icon, LinkButton } from "../../component/button.tsx";
import { Dialog } from "../../component/dialog.tsx";
import { type Option, SelectField, TextField } from "../../component/field.tsx";
import { useSearch } from "../../state/page.tsx";
import { useTypedFilter } from "../../state/typed-filter.ts";
import { useLimit } from "../../state/session.ts";
import { hasText, sayNumber, t } from "../../text/text.ts";
import {
  type FilterName,
  type FilterValues,
  isTotalExact,
  namesOf,
  RECORD_KINDS,
  UNTAGGED,
} from "./filter.ts";

interface FacetProps {
  facets: Facets | undefined;
  filter: FilterValues;
  /** True where no switch selects the kind. */
  hasKind?: boolean;
}

export function FacetPanel(props: FacetProps) {
  return (
    <aside class="facets stack" aria-label={t("records.facets")}>
      <FacetFields {...props} />
    </aside>
  );
}

export function FacetButton(props: FacetProps) {
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
  const count =
    namesOf(props.filter).length + Number(props.hasKind === true && props.filter.kind !== undefined);
  return (
    <>
      <Button
        onClick={() => setOpen(true)}
        icon="filter"
        label={count === 0 ? t("records.filter") : t("records.filterCount", { count })}
      />
      {isOpen && (
        <Dialog
          title={t("records.filter")}
          onClose={() => setOpen(false)}
          foot={
            <Button
              kind="main"
              type="submit"
              form={formId}
              label={t("records.show", { count: props.facets?.total ?? 0 })}
            />
          }
        >
          <form
            id={formId}
            class="stack"
            onSubmit={(event) => {
              event.preventDefault();
              setOpen(false);
            }}
          >
            <FacetFields {...props} />
          </form>
        </Dialog>
      )}
    </>
  );
}

function FacetFields({ facets, filter, hasKind = false }: FacetProps) {
  const search = useSearch();
  // Numbers that are still counted are left out. Counters of a whole workspace know some of them (contract 13.12).
  const isWhole = useLimit() === null;
  const isCounted = facets?.refreshing === false;
  const isInCells = isCounted || (isWhole && isTotalExact(filter, isWhole));
  const isByHost = isCounted || (isWhole && namesOf(filter).length === 0);
  const select = (name: Exclude<FilterName, "search" | "destination">, options: Option[]) => (
    <SelectField
      label={t(`facet.${name}`)}
      value={filter[name] ?? ""}
      options={[{ value: "", label: t("filter.any") }, ...options]}
      onValue={(value) => search.set({ [name]: value || undefined })}
    />
  );
  const counted = (value: string, label: string, count: number | undefined, isSure: boolean): Option => ({
    value,
    label: count === undefined || !isSure ? label : `${label} (${sayNumber(count)})`,
  });
  const health = facets?.health;
  return (
    <>
      {select(
        "host",
        withCurrent(
          filter.host,
          (facets?.hosts ?? []).map((host) => counted(host.value, host.value, host.count, isByHost)),
        ),
      )}
      <DestinationFilter value={filter.destination ?? ""} />
      {hasKind &&
        select(
          "kind",
          RECORD_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
        )}
      {select(
        "type",
        REDIRECT_TYPES.map((type) =>
          counted(type, t(`type.${type}`), type === "html" ? facets?.kinds.html : undefined, isInCells),
        ),
      )}
      {select(
        "tags",
        withCurrent(filter.tags, [
          counted(UNTAGGED, t("facet.untagged"), facets?.untagged, isInCells),
          ...(facets?.tags ?? []).map((tag) => ({ value: tag, label: tag })),
        ]),
      )}
      {select("status", [
        { value: "active", label: t("status.active") },
        counted("paused", t("status.paused"), health?.paused, isInCells),
      ])}
      {select("traffic", [
        { value: "some", label: t("traffic.some") },
        counted("none", t("traffic.none"), health?.no_clicks, isCounted),
      ])}
      {select("dns", [
        { value: "true", label: t("dns.true") },
        counted("false", t("dns.false"), health?.dns_issue, isByHost),
      ])}
      {select("created", [
        counted("7", t("created.7"), facets?.created.last_7_days, isCounted),
        counted("30", t("created.30"), facets?.created.last_30_days, isCounted),
        { value: "365", label: t("created.365") },
      ])}
      {select("expired", [
        { value: "true", label: t("expired.true") },
        { value: "false", label: t("expired.false") },
      ])}
      {select("monitor", [
        counted("broken", t("monitor.broken"), health?.broken, isInCells),
        { value: "healthy", label: t("monitor.healthy") },
      ])}
    </>
  );
}

/** Filters while somebody types, so that the numbers of records follow. */
function DestinationFilter({ value }: { value: string }) {
  const { text, setText, apply } = useTypedFilter("destination", value);
  return (
    <TextField
      label={t("facet.destination")}
      value={text}
      onValue={setText}
      onBlur={apply}
      onKeyDown={(event) => event.key === "Enter" && apply()}
      placeholder="example.com/old"
    />
  );
}

/** Includes the selected value even if the counts do not list it. */
function withCurrent(value: string | undefined, options: Option[]): Option[] {
  const isListed = value === undefined || options.some((option) => option.value === value);
  return isListed ? options : [{ value, label: value }, ...options];
}

export function FilterChips({ filter, hasKind = false }: Pick<FacetProps, "filter" | "hasKind">) {
  const search = useSearch();
  const names: FilterName[] = [
    ...(hasKind && filter.kind !== undefined ? ["kind" as const] : []),
    ...namesOf(filter),
  ];
  if (names.length === 0) return null;
  const clearAll = () => search.set(Object.fromEntries(names.map((name) => [name, undefined])));
  return (
    <div class="line" role="group" aria-label={t("records.filters")}>
      {names.map((name) => {
        const text = `${t(`facet.${name}`)}: ${sayValue(name, filter[name] ?? "")}`;
        return <FilterChip key={name} text={text} onRemove={() => search.set({ [name]: undefined })} />;
      })}
      {names.length > 1 && <LinkButton onClick={clearAll}>{t("records.clear")}</LinkButton>}
    </div>
  );
}

export function FilterChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <span class="chip">
      <span class="cut">{text}</span>
      <button type="button" aria-label={t("records.removeFilter", { filter: text })} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  );
}

/** Returns the words of a choice, and any other value as it is. */
function sayValue(name: string, value: string): string {
  if (value === UNTAGGED) return t("facet.untagged");
  const key = `${name}.${value}`;
  return hasText(key) ? t(key) : value;
}
