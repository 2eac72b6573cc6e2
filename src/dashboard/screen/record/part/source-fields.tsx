import { useEffect, useState } from "preact/hooks";
import { parseAlias } from "../../../../domain/alias.ts";
import { call } from "../../../api/client.ts";
import { useRead } from "../../../api/query.ts";
import type { Host, LinkRecord, Page } from "../../../api/types.ts";
import { SelectField, TextField } from "../../../component/field.tsx";
import { describeError } from "../../../component/state.tsx";
import { showToast } from "../../../state/toast.ts";
import { t } from "../../../text/text.ts";
import { errorsAt, type FormPart } from "../form-context.ts";
import { isLink } from "../record-form.ts";

/** Where visitors come in: hostname and alias of a link, or the URLs of a redirect. */
export function SourceFields(props: FormPart & { id: string | null }) {
  return isLink(props.form) ? <LinkSource {...props} /> : <RedirectSource {...props} />;
}

function LinkSource({ form, set, errors, id }: FormPart & { id: string | null }) {
  const hosts = useRead<Page<Host>>({
    key: ["hosts", "all"],
    read: (signal) => call("GET", "/host", { query: { per_page: 1000 }, signal }),
  });
  const known = (hosts.data?.data ?? []).filter((host) => host.short_links_enabled).map(({ host }) => host);
  const options = form.host !== "" && !known.includes(form.host) ? [form.host, ...known] : known;
  useEffect(() => {
    if (form.host === "" && known[0] !== undefined) set({ host: known[0] });
  }, [known[0]]);
  const suggest = async () => {
    try {
      const { alias } = await call<{ alias: string }>("POST", "/recommendation/alias", {
        body: { host: form.host },
      });
      set({ alias });
    } catch (error) {
      showToast(describeError(error));
    }
  };
  return (
    <div class="stack-small">
      <div class="columns">
        <SelectField
          label={t("form.host")}
          value={form.host}
          options={options.map((host) => ({ value: host, label: host }))}
          onValue={(host) => set({ host })}
          errors={errors["host"]}
        />
        <TextField
          label={t("form.alias")}
          value={form.alias}
          onValue={(alias) => set({ alias })}
          errors={[...errorsAt(errors, "alias"), ...errorsAt(errors, "url")]}
          hint={<AliasHint form={form} id={id} />}
          name="alias"
          spellcheck={false}
          autocapitalize="off"
        />
      </div>
      {options.length === 0 && !hosts.isPending && <p class="field-error">{t("form.noHost")}</p>}
      {id === null && (
        <div>
          <button type="button" class="link-button small" onClick={() => void suggest()}>
            {t("form.suggestAlias")}
          </button>
        </div>
      )}
    </div>
  );
}

const TYPING_MS = 350;

/** Says whether an alias is free, while it is typed. */
function AliasHint({ form: { host, alias }, id }: { form: FormPart["form"]; id: string | null }) {
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(alias), TYPING_MS);
    return () => clearTimeout(timer);
  }, [alias]);
  const parsed = parseAlias(asked);
  const taken = useRead<Page<LinkRecord>>({
    key: ["records", "alias", host, asked],
    read: (signal) =>
      call("GET", "/links", { query: { "filter[host]": host, "filter[path]": `/${asked}` }, signal }),
    isEnabled: parsed.ok && host !== "",
  });
  if (alias === "") return <>{t("form.aliasHint")}</>;
  if (alias !== asked) return <>…</>;
  if (!parsed.ok) return <span class="field-error">{parsed.reason}</span>;
  const others = taken.data?.data.filter((record) => record.id !== id) ?? [];
  const same = others.find((record) => record.alias === asked);
  if (same !== undefined) return <span class="field-error">{t("form.aliasTaken")}</span>;
  if (others.length > 0) return <>{t("form.aliasSimilar", { alias: others[0]?.alias ?? "" })}</>;
  return <>{taken.isSuccess ? t("form.aliasFree") : "…"}</>;
}

function RedirectSource({ form, set, errors, id }: FormPart & { id: string | null }) {
  return (
    <TextField
      label={id === null ? t("form.sources") : t("form.source")}
      hint={t("form.sourceHint")}
      value={form.url}
      onValue={(url) => set({ url })}
      errors={[...errorsAt(errors, "url"), ...errorsAt(errors, "host")]}
      name="url"
      spellcheck={false}
      autocapitalize="off"
      placeholder="old.example.com/path"
      required
    />
  );
}
