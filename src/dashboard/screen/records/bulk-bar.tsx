import { useId, useState } from "preact/hooks";
import type { Query } from "../../api/client.ts";
import type { Facets, LinkRecord } from "../../api/types.ts";
import { Button, IconButton } from "../../component/button.tsx";
import { Form, useSubmission } from "../../component/form.tsx";
import { Menu, MenuItem } from "../../component/menu.tsx";
import { Count } from "../../component/stat-card.tsx";
import { NARROW, useMedia } from "../../state/media.ts";
import { useOpenAfter } from "../../state/work.ts";
import { useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { type BulkForm, EMPTY_BULK, type Scope, toEdit, toScopeFilter } from "./bulk-form.ts";
import { planChange, PlanError } from "./plan-change.tsx";
import { CancelButton, Drawer } from "../../component/dialog.tsx";
import { announce } from "../../state/toast.ts";
import { BulkFields } from "./bulk-fields.tsx";

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
            t("list.selected", { count: selected.size })
          )}
        </strong>
        {mayWrite && !isAll && total > selected.size && (
          <Button
            kind={isNarrow ? "plain" : undefined}
            onClick={() => setAll(true)}
            label={
              <span>
                {t("bulk.selectAll")} <Count value={total} isRefreshing={isRefreshing} />
              </span>
            }
          />
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
            label={t("bulk.change")}
          />
          {isNarrow ? (
            <Menu label={t("bulk.more")}>
              {quick.map(({ label, edit, kind }) => (
                <MenuItem
                  key={label}
                  disabled={isBusy}
                  isDangerous={kind === "bad"}
                  onChoose={() => plan(edit)}
                  label={label}
                />
              ))}
            </Menu>
          ) : (
            quick.map(({ label, edit, kind }) => (
              <Button key={label} kind={kind} disabled={isBusy} onClick={() => plan(edit)} label={label} />
            ))
          )}
        </>
      )}
      {isNarrow ? (
        <IconButton icon="close" label={t("bulk.clear")} onClick={onClear} />
      ) : (
        <Button kind="plain" onClick={onClear} label={t("bulk.clear")} />
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

interface DrawerProps {
  scope: Scope;
  count: number;
  isAtLeast: boolean;
  /** The records that were selected one by one, as examples for the effect of the change. */
  records: readonly LinkRecord[];
  onClose: () => void;
}

/** The form that changes many records. It plans the change, and the plan shows each record before and after. */
function BulkDrawer({ scope, count, isAtLeast, records, onClose }: DrawerProps) {
  const [form, setForm] = useState<BulkForm>(EMPTY_BULK);
  const { failure, errors, isBusy, submit } = useSubmission();
  const formId = useId();
  const openAfter = useOpenAfter();
  const edit = toEdit(form);
  const send = () => {
    if (isBusy) return;
    if (edit === null) announce(t("bulk.nothing"));
    else {
      void submit(async () => openAfter(await planChange(scope, edit, form.isForced), t("bulk.planned")));
    }
  };
  return (
    <Drawer
      title={t(isAtLeast ? "bulk.titleAtLeast" : "bulk.titleCount", { count })}
      onClose={onClose}
      foot={
        <>
          <Button
            kind="main"
            type="submit"
            form={formId}
            disabled={isBusy || edit === null}
            label={isBusy ? t("bulk.planning") : t("bulk.preview")}
          />
          <CancelButton onClick={onClose} />
          <span class="small muted bulk-note">{t("bulk.note")}</span>
        </>
      }
    >
      <Form id={formId} failure={failure} onSend={send}>
        {failure !== null && <PlanError error={failure} />}
        <BulkFields
          part={{ form, set: (changed) => setForm((now) => ({ ...now, ...changed })), errors }}
          records={records}
        />
      </Form>
    </Drawer>
  );
}
