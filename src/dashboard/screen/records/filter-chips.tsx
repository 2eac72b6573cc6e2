import { LinkButton } from "../../component/button.tsx";
import { Icon } from "../../component/icon.tsx";
import { useSearch } from "../../state/search.ts";
import { t } from "../../text/text.ts";
import { FILTER_NAMES, UNTAGGED, type FilterValues } from "./filter.ts";

export function FilterChips({ filter }: { filter: FilterValues }) {
  const search = useSearch();
  const names = FILTER_NAMES.filter((name) => filter[name] !== undefined);
  if (names.length === 0) return null;
  const clearAll = () => search.set(Object.fromEntries(names.map((name) => [name, undefined])));
  return (
    <div class="line" role="group" aria-label={t("records.filters")}>
      {names.map((name) => {
        const text = `${t(`facet.${name}`)}: ${showValue(filter[name] ?? "")}`;
        return (
          <span key={name} class="chip">
            <span class="cut">{text}</span>
            <button
              type="button"
              aria-label={t("records.removeFilter", { filter: text })}
              onClick={() => search.set({ [name]: undefined })}
            >
              <Icon name="close" />
            </button>
          </span>
        );
      })}
      {names.length > 1 && <LinkButton onClick={clearAll}>{t("records.clear")}</LinkButton>}
    </div>
  );
}

function showValue(value: string): string {
  return value === UNTAGGED ? t("facet.untagged") : value;
}
