import { useState } from "preact/hooks";
import type { Query } from "../../api/client.ts";
import type { Facets, LinkRecord } from "../../api/types.ts";
import { Button, IconButton } from "../../component/button.tsx";
import { useSubmission } from "../../component/form.tsx";
import { Icon } from "../../component/icon.tsx";
import { Menu, MenuItem } from "../../component/menu.tsx";
import { Count } from "../../component/stat-card.tsx";
import { NARROW, useMedia } from "../../state/media.ts";
import { useOpenAfter } from "../../state/open-after.ts";
import { useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { BulkDrawer } from "./bulk-drawer.tsx";
import { toScopeFilter, type Scope } from "./bulk-form.ts";
import { PlanError, planChange } from "./plan-change.tsx";

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
  const { failure, isBusy, submit } = useSubmission();
  const openAfter = useOpenAfter();
  const mayWrite = useMay("editor");
  const isNarrow = useMedia(NARROW);
  const total = facets?.total ?? 0;
  const isRefreshing = facets?.refreshing ?? false;
  const scope: Scope = isAll ? { filter: toScopeFilter(query) } : { ids: [...selected.keys()] };
  const count = isAll ? total : selected.size;
  const plan = (edit: object) =>
    void submit(async () => openAfter(await planChange(scope, edit), t("bulk.planned")));
  const quick = [
    { label: t("action.pause"), edit: { set: { status: "paused" } } },
    { label: t("action.resume"), edit: { set: { status: "active" } } },
    { label: t("bulk.delete"), edit: { delete: true }, kind: "bad" as const },
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
          <Button
            kind="main"

            disabled={isBusy}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {t("bulk.change")}
          </Button>
          {isNarrow ? (
            <Menu label={t("bulk.more")} button={<Icon name="more" />}>
              {quick.map(({ label, edit, kind }) => (
                <MenuItem
                  key={label}
                  disabled={isBusy}
                  isDangerous={kind === "bad"}
                  onChoose={() => plan(edit)}
                >
                  {label}
                </MenuItem>
              ))}
            </Menu>
          ) : (
            quick.map(({ label, edit, kind }) => (
              <Button key={label} kind={kind} disabled={isBusy} onClick={() => plan(edit)}>
                {label}
              </Button>
            ))
          )}
        </>
      )}
      {isNarrow ? (
        <IconButton icon="close" label={t("bulk.clear")} onClick={onClear} />
      ) : (
        <Button kind="plain" onClick={onClear}>
          {t("bulk.clear")}
        </Button>
      )}
      {mayWrite && <span class="small muted bulk-note">{t("bulk.note")}</span>}
      {failure !== null && <PlanError error={failure} />}
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
