import { useState } from "preact/hooks";
import type { Query } from "../../api/client.ts";
import type { Facets, LinkRecord } from "../../api/types.ts";
import { Icon } from "../../component/icon.tsx";
import { Menu, MenuItem } from "../../component/menu.tsx";
import { Count } from "../../component/stat-card.tsx";
import { NARROW, useMedia } from "../../state/media.ts";
import { useOpenAfter } from "../../state/open-after.ts";
import { useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { BulkDrawer } from "./bulk-drawer.tsx";
import { toScopeFilter, type Scope } from "./bulk-form.ts";
import { PlanError } from "./plan-error.tsx";
import { planChange } from "./plan-change.ts";

interface BulkProps {
  selected: ReadonlyMap<string, LinkRecord>;
  onClear: () => void;
  /** The filter of the list, in the format of the API. */
  query: Query;
  facets: Facets | undefined;
}

/** The actions for the selected records, or for all that match. Each makes a plan, and writes nothing. */
export function BulkBar({ selected, onClear, query, facets }: BulkProps) {
  const [isAll, setAll] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const openAfter = useOpenAfter();
  const mayWrite = useMay("editor");
  const isNarrow = useMedia(NARROW);
  const total = facets?.total ?? 0;
  const isRefreshing = facets?.refreshing ?? false;
  const scope: Scope = isAll ? { filter: toScopeFilter(query) } : { ids: [...selected.keys()] };
  const count = isAll ? total : selected.size;
  const plan = async (edit: object) => {
    setBusy(true);
    setError(null);
    try {
      openAfter(await planChange(scope, edit), t("bulk.planned"));
      setBusy(false);
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
    }
  };
  const quick = [
    { label: t("action.pause"), edit: { set: { status: "paused" } } },
    { label: t("action.resume"), edit: { set: { status: "active" } } },
    { label: t("bulk.delete"), edit: { delete: true }, isDangerous: true },
  ];
  return (
    <div class="bulk" role="group" aria-label={t("bulk.title")}>
      <div class="bulk-count">
        <strong role="status">
          {isAll ? (
            <>
              <Count value={total} isRefreshing={isRefreshing} /> {t("bulk.allSelected", { count: total })}
            </>
          ) : (
            t("bulk.selected", { count: selected.size })
          )}
        </strong>
        {mayWrite && !isAll && total > selected.size && (
          <button type="button" class="link-button" onClick={() => setAll(true)}>
            {t("bulk.selectAll")} <Count value={total} isRefreshing={isRefreshing} />
          </button>
        )}
        {isAll && (
          <button type="button" class="link-button" onClick={() => setAll(false)}>
            {t("bulk.selectFew", { count: selected.size })}
          </button>
        )}
      </div>
      {mayWrite && (
        <>
          <button
            type="button"
            class="button button-main"
            disabled={isBusy}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {t("bulk.change")}
          </button>
          {isNarrow ? (
            <Menu label={t("bulk.more")} button={<Icon name="more" />}>
              {quick.map(({ label, edit, isDangerous }) => (
                <MenuItem
                  key={label}
                  disabled={isBusy}
                  isDangerous={isDangerous ?? false}
                  onChoose={() => void plan(edit)}
                >
                  {label}
                </MenuItem>
              ))}
            </Menu>
          ) : (
            quick.map(({ label, edit, isDangerous }) => (
              <button
                key={label}
                type="button"
                class={`button${isDangerous ? " button-bad" : ""}`}
                disabled={isBusy}
                onClick={() => void plan(edit)}
              >
                {label}
              </button>
            ))
          )}
        </>
      )}
      {isNarrow ? (
        <button
          type="button"
          class="icon-button"
          aria-label={t("bulk.clear")}
          title={t("bulk.clear")}
          onClick={onClear}
        >
          <Icon name="close" />
        </button>
      ) : (
        <button type="button" class="button button-plain" onClick={onClear}>
          {t("bulk.clear")}
        </button>
      )}
      {mayWrite && <span class="small muted bulk-note">{t("bulk.note")}</span>}
      {error !== null && <PlanError error={error} />}
      {isOpen && (
        <BulkDrawer
          scope={scope}
          count={count}
          isAtLeast={isAll && isRefreshing}
          records={[...selected.values()]}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
