import { toSearch } from "../../api/client.ts";
import { Button, ButtonLink } from "../../component/button.tsx";
import { Menu, MenuItem } from "../../component/menu.tsx";
import { NARROW, useMedia } from "../../state/media.ts";
import { t } from "../../text/text.ts";
import type { MissState } from "../../../domain/client/words.ts";
import { folderOf, type MissedRow } from "./missed-row.ts";
import type { Remedy } from "./resolve-plan.ts";

interface MissBulkProps {
  rows: MissedRow[];
  state: MissState;
  onResolve: (remedy: Remedy) => void;
  onClear: () => void;
}

export function MissBulk({ rows, state, onResolve, onClear }: MissBulkProps) {
  const folder = folderOf(rows);
  const isNarrow = useMedia(NARROW);
  const isSuggested = rows.some(({ suggestions }) => (suggestions ?? []).length > 0);
  const isSearching = rows.some(({ suggestions }) => suggestions === null);
  const button = (remedy: Remedy, kind?: "main", disabled = false) => (
    <Button
      kind={kind}
      disabled={disabled}
      onClick={() => onResolve(remedy)}
      label={t(`misses.${remedy}.action`)}
    />
  );
  const item = (remedy: Remedy) => (
    <MenuItem onChoose={() => onResolve(remedy)} label={t(`misses.${remedy}.action`)} />
  );
  const back = state === "open" ? ("ignore" as const) : ("open" as const);
  return (
    <div class="bulk" role="group" aria-label={t("misses.bulk")}>
      <strong role="status">{t("list.selected", { count: rows.length })}</strong>
      {!isSuggested && (
        <span class="small muted" role="status">
          {t(isSearching ? "misses.whySearching" : "misses.whyNone")}
        </span>
      )}
      {button("suggestion", isSuggested ? "main" : undefined, !isSuggested)}
      {isNarrow ? (
        <Menu label={t("misses.otherActions")} button={t("misses.otherActions")} buttonClass="button">
          {item("url")}
          {folder !== null && <MenuItem href={toFormHref(folder)} label={t("misses.folder")} />}
          {item("gone")}
          {item(back)}
        </Menu>
      ) : (
        <>
          {button("url", isSuggested ? undefined : "main")}
          {folder !== null && (
            <ButtonLink href={toFormHref(folder)} title={folder.source} label={t("misses.folder")} />
          )}
          {button("gone")}
          {button(back)}
        </>
      )}
      <Button kind="plain" onClick={onClear} label={t("misses.clear")} />
    </div>
  );
}

function toFormHref({ source, to, forwardsPath }: NonNullable<ReturnType<typeof folderOf>>): string {
  return `/links/new${toSearch({ kind: "redirect", source, to, forward: forwardsPath ? "path" : "" })}`;
}
