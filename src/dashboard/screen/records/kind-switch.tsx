import { useGet } from "../../api/query.ts";
import type { Facets } from "../../api/types.ts";
import { Tabs } from "../../component/tabs.tsx";
import { useSearch } from "../../state/page.tsx";
import { sayNumber, t } from "../../text/text.ts";
import { type FilterValues, RECORD_KINDS, type RecordKind } from "./filter.ts";

const NAMES = [undefined, ...RECORD_KINDS] as const;

/** Narrows the list to a kind of records, and says what that is. Numbers stand there while nothing else narrows it. */
export function KindSwitch({ filter }: { filter: FilterValues }) {
  const search = useSearch();
  const { kind, ...others } = filter;
  const { data: facets } = useGet<Facets>(["facets", JSON.stringify({})], "/links/facets");
  const hasNumbers = Object.keys(others).length === 0;
  const numbers = facets && countKinds(facets);
  return (
    <div class="stack-small">
      <Tabs
        label={t("kind.switch")}
        names={NAMES}
        current={kind}
        hrefOf={(name) => search.at("/links", { kind: name })}
        textOf={(name) => (
          <>
            {t(`kind.${name ?? "all"}`)}{" "}
            {hasNumbers && (
              <span class="muted number number-room">{numbers && sayNumber(numbers[name ?? "all"])}</span>
            )}
          </>
        )}
      />
      <p class="small muted">{t(`kind.hint.${kind ?? "all"}`)}</p>
    </div>
  );
}

function countKinds({ total, handlers }: Facets): Record<RecordKind | "all", number> {
  const { "short-url": link, qr, redirect, migration } = handlers;
  return { all: total, link, redirect: redirect + migration, qr };
}
