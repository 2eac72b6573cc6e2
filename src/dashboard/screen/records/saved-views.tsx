import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { TextField } from "../../component/field.tsx";
import { bind, FormDialog } from "../../component/form.tsx";
import { Menu, MenuItem } from "../../component/menu.tsx";
import { readLocal, writeLocal } from "../../state/preference.ts";
import { useLimit, useSession } from "../../state/session.ts";
import { t } from "../../text/text.ts";

interface View {
  name: string;
  search: string;
}

export function SavedViews() {
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
  const isSaved = views.some((view) => view.search === search);
  return (
    <>
      <Menu label={t("views.title")} button={t("views.title")} buttonClass="button">
        {views.map((view) => (
          <MenuItem key={view.name} onChoose={() => route(`/links${view.search}`)} label={view.name} />
        ))}
        {views.length === 0 && <p class="small muted menu-item">{t("views.none")}</p>}
        <div class="menu-part">
          <MenuItem
            disabled={search === "" || isSaved}
            onChoose={() => setNaming(true)}
            label={t("views.save")}
          />
          {isSaved && (
            <MenuItem
              isDangerous
              onChoose={() => keep(views.filter((view) => view.search !== search))}
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
            keep([...views.filter((view) => view.name !== name), { name, search }]);
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
