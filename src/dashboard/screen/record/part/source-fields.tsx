import { useEffect, useState } from "preact/hooks";
import { parseAlias } from "../../../../domain/client/address.ts";
import { call } from "../../../api/client.ts";
import { useRead } from "../../../api/query.ts";
import type { LinkRecord, Page } from "../../../api/types.ts";
import { SelectField, TextField } from "../../../component/field.tsx";
import { Reasons } from "../../../component/reasons.tsx";
import { describeError } from "../../../component/state.tsx";
import { showToast } from "../../../state/toast.ts";
import { sayReason } from "../../../text/reason.ts";
import { t } from "../../../text/text.ts";
import { errorsAt, type FormPart } from "../form-context.ts";
import { isLink } from "../record-form.ts";
import { useLinkHosts } from "../use-link-hosts.ts";

/** The sources of a record: hostname and alias of a link, or the URLs of a redirect. */
export function SourceFields(props: FormPart & { id: string | null }) {
  return isLink(props.form) ? <LinkSource {...props} /> : <RedirectSource {...props} />;
}

function LinkSource({ form, set, errors, id }: FormPart & { id: string | null }) {
  const { known, usual, isPending } = useLinkHosts();
  const options = form.host !== "" && !known.includes(form.host) ? [form.host, ...known] : known;
  useEffect(() => {
    if (form.host === "" && usual !== undefined) set({ host: usual });
  }, [usual]);
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
  const refused = [...errorsAt(errors, "alias"), ...errorsAt(errors, "url")];
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
          errors={refused}
          hint={<AliasHint form={form} id={id} errors={refused} />}
          name="alias"
          spellcheck={false}
          autocapitalize="off"
        />
      </div>
      {options.length === 0 && !isPending && <p class="field-error">{t("form.noHost")}</p>}
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

interface AliasHintProps {
  form: FormPart["form"];
  id: string | null;
  /** The text that already stands above the hint. */
  errors: readonly string[];
}

/** Shows whether an alias is free while the user types. */
function AliasHint({ form: { host, alias }, id, errors }: AliasHintProps) {
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
  if (!parsed.ok) {
    const said = sayReason(parsed.reason);
    if (errors.includes(said)) return <>{t("form.aliasHint")}</>;
    return (
      <span class="field-error">
        <Reasons of={[said]} />
      </span>
    );
  }
  const isOwn = taken.data?.data.some((record) => record.id === id && record.alias === asked) === true;
  if (isOwn) return null;
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
