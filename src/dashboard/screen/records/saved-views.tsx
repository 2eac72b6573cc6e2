import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { TextField } from "../../component/field.tsx";
import { bind, FormDialog } from "../../component/form.tsx";
import { Menu, MenuItem } from "../../component/menu.tsx";
import { readLocal, writeLocal } from "../../state/local-value.ts";
import { useLimit, useSession } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import type { ColumnName, useColumns } from "./columns.tsx";

interface View {
  name: string;
  search: string;
  /** Absent in views that an earlier release saved. */
  columns?: readonly ColumnName[];
}

/** Filters, order and columns of the list, under names that a person gave them in this browser. */
export function SavedViews({ columns }: { columns: ReturnType<typeof useColumns> }) {
  const { workspace } = useSession();
  const limit = useLimit();
  // Views may name hostnames, which another user of this browser may not see.
  const reach = limit === null ? workspace.id : `${workspace.id}.${limit}`;
  const key = `signpost.views.${reach}`;
  const [views, setViews] = useState<View[]>(() => readLocal<View[]>(key) ?? readEarlier(key));
  const [isNaming, setNaming] = useState(false);
  const { route, url } = useLocation();
  const search = url.includes("?") ? url.slice(url.indexOf("?")) : "";
  const keep = (next: View[]) => {
    writeLocal(key, next);
    setViews(next);
  };
  const isShown = (view: View) =>
    view.search === search && (view.columns === undefined || isEqual(view.columns, columns.shown));
  const shown = views.find(isShown);
  const open = (view: View) => {
    if (view.columns !== undefined) columns.set(view.columns);
    route(`/links${view.search}`);
  };
  const label = shown === undefined ? t("views.title") : t("views.shown", { name: shown.name });
  return (
    <>
      <Menu label={label} button={<span class="cut view-name">{label}</span>} buttonClass="button">
        {views.map((view) => (
          <MenuItem key={view.name} onChoose={() => open(view)} label={view.name} />
        ))}
        {views.length === 0 && <p class="small muted menu-item">{t("views.none")}</p>}
        <div class="menu-part">
          <MenuItem disabled={shown !== undefined} onChoose={() => setNaming(true)} label={t("views.save")} />
          {shown !== undefined && (
            <MenuItem
              isDangerous
              onChoose={() => keep(views.filter((view) => view !== shown))}
              label={t("views.remove")}
            />
          )}
        </div>
      </Menu>
      {isNaming && (
        <FormDialog
          title={t("views.save")}
          first={{ name: "" }}
          sendLabel={t("form.save")}
          send={async (form) => {
            const name = form.name.trim();
            if (name === "") return;
            keep([...views.filter((view) => view.name !== name), { name, search, columns: columns.shown }]);
            setNaming(false);
          }}
          onClose={() => setNaming(false)}
        >
          {(part) => (
            <TextField label={t("views.name")} maxLength={60} required autofocus {...bind(part, "name")} />
          )}
        </FormDialog>
      )}
    </>
  );
}

const isEqual = (one: readonly string[], other: readonly string[]) => one.join() === other.join();

/** The views of earlier releases, which had two lists. */
function readEarlier(key: string): View[] {
  const read = (list: string, kind: string) =>
    (readLocal<View[]>(`${key}.${list}`) ?? []).map(({ name, search }) => ({
      name,
      search: /[?&]kind=/.test(search) ? search : `?kind=${kind}${search.replace("?", "&")}`,
    }));
  const links = read("links", "link");
  const isKnown = ({ name }: View) => links.some((view) => view.name === name);
  return [...links, ...read("redirects", "redirect").filter((view) => !isKnown(view))];
}
