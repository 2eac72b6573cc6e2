import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { CancelButton, Dialog } from "../../component/dialog.tsx";
import { TextField } from "../../component/field.tsx";
import { Menu, MenuItem } from "../../component/menu.tsx";
import { readLocal, writeLocal } from "../../state/preference.ts";
import { useLimit, useSession } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import type { RecordSection } from "./filter.ts";

interface View {
  name: string;
  /** The query of the address. */
  search: string;
}

/** Saved filters of lists, stored in this browser. */
export function SavedViews({ section }: { section: RecordSection }) {
  const { workspace } = useSession();
  const limit = useLimit();
  // Views may name hostnames, which another user of this browser may not see.
  const reach = limit === null ? workspace.id : `${workspace.id}.${limit}`;
  const key = `signpost.views.${reach}.${section}`;
  const [views, setViews] = useState<View[]>(() => readLocal<View[]>(key) ?? []);
  const [name, setName] = useState<string | null>(null);
  const { route, url } = useLocation();
  const search = url.includes("?") ? url.slice(url.indexOf("?")) : "";
  const keep = (next: View[]) => {
    writeLocal(key, next);
    setViews(next);
  };
  const save = (event: Event) => {
    event.preventDefault();
    const trimmed = (name ?? "").trim();
    if (trimmed === "") return;
    keep([...views.filter((view) => view.name !== trimmed), { name: trimmed, search }]);
    setName(null);
  };
  const isSaved = views.some((view) => view.search === search);
  return (
    <>
      <Menu label={t("views.title")} button={t("views.title")} buttonClass="button">
        {views.map((view) => (
          <MenuItem key={view.name} onChoose={() => route(`/${section}${view.search}`)}>
            {view.name}
          </MenuItem>
        ))}
        {views.length === 0 && <p class="small muted menu-item">{t("views.none")}</p>}
        <div class="menu-part">
          <MenuItem disabled={search === "" || isSaved} onChoose={() => setName("")}>
            {t("views.save")}
          </MenuItem>
          {isSaved && (
            <MenuItem isDangerous onChoose={() => keep(views.filter((view) => view.search !== search))}>
              {t("views.remove")}
            </MenuItem>
          )}
        </div>
      </Menu>
      {name !== null && (
        <Dialog title={t("views.save")} onClose={() => setName(null)}>
          <form class="stack" onSubmit={save}>
            <TextField
              label={t("views.name")}
              value={name}
              onValue={setName}
              maxLength={60}
              required
              autofocus
            />
            <div class="line">
              <button type="submit" class="button button-main">
                {t("action.save")}
              </button>
              <CancelButton onClick={() => setName(null)} />
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}
