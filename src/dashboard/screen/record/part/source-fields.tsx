import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { parseAlias } from "../../../../domain/client/address.ts";
import { call } from "../../../api/client.ts";
import { useGet } from "../../../api/query.ts";
import type { LinkRecord, Page } from "../../../api/types.ts";
import { Button, LinkButton } from "../../../component/button.tsx";
import { SelectField, TextField } from "../../../component/field.tsx";
import { bind, errorsAt } from "../../../component/form.tsx";
import { useWork } from "../../../state/work.ts";
import { sayReason } from "../../../text/reason.ts";
import { t } from "../../../text/text.ts";
import { nearAlias } from "../near-alias.ts";
import { isLink, type RecordPart } from "../record-form.ts";
import { useLinkHosts } from "../use-link-hosts.ts";

interface SourceProps {
  part: RecordPart;
  id: string | null;
}

/** The sources of a record: hostname and alias of a link, or the URLs of a redirect. */
export function SourceFields(props: SourceProps) {
  return isLink(props.part.form) ? <LinkSource {...props} /> : <RedirectSource {...props} />;
}

function LinkSource({ part, id }: SourceProps) {
  const { form, set } = part;
  const { known, usual, isPending } = useLinkHosts();
  const options = form.host !== "" && !known.includes(form.host) ? [form.host, ...known] : known;
  // Where the hostnames come after somebody has typed.
  useLayoutEffect(() => {
    if (form.host === "" && usual !== undefined) set({ host: usual });
  }, [usual]);
  const [, run] = useWork();
  const suggest = async () => {
    const body = { host: form.host };
    const { alias } = await call<{ alias: string }>("POST", "/recommendation/alias", { body });
    set({ alias });
  };
  const problem = sayProblem(form.alias);
  // As a sentence, as the field says it while somebody types.
  const refused = errorsAt(part.errors, "alias", "url").map((reason) =>
    reason === problem ? t("form.aliasRefused", { reason }) : reason,
  );
  const near = problem === null ? null : nearAlias(form.alias);
  return (
    <div class="stack-small">
      <div class="columns">
        <SelectField label={t("field.host")} options={options} {...bind(part, "host")} />
        <div>
          <TextField
            label={t("field.alias")}
            hint={<AliasHint form={form} id={id} errors={refused} />}
            name="alias"
            spellcheck={false}
            autocapitalize="off"
            {...bind(part, "alias")}
            errors={refused}
          />
          {(near !== null || id === null) && (
            <div class="line">
              {near !== null && (
                <Button onClick={() => set({ alias: near })} label={t("form.useAlias", { alias: near })} />
              )}
              {id === null && (
                <LinkButton onClick={() => void run(suggest)}>{t("form.suggestAlias")}</LinkButton>
              )}
            </div>
          )}
        </div>
      </div>
      {options.length === 0 && !isPending && <p class="field-error">{t("form.noHost")}</p>}
    </div>
  );
}

/** Returns why an alias is refused; null for one that is not, and for none. */
function sayProblem(alias: string): string | null {
  const parsed = parseAlias(alias);
  return parsed.ok || alias === "" ? null : sayReason(parsed.reason);
}

const TYPING_MS = 350;

interface AliasHintProps {
  form: RecordPart["form"];
  id: string | null;
  /** The text that already stands above the hint. */
  errors: readonly string[];
}

function AliasHint({ form: { host, alias }, id, errors }: AliasHintProps) {
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(alias), TYPING_MS);
    return () => clearTimeout(timer);
  }, [alias]);
  const taken = useGet<Page<LinkRecord>>(["records", "alias", host, asked], "/links", {
    query: { "filter[host]": host, "filter[path]": `/${asked}` },
    isEnabled: parseAlias(asked).ok && host !== "",
  });
  if (alias === "") return <>{t("form.aliasHint")}</>;
  if (alias !== asked) return <>…</>;
  const problem = sayProblem(asked);
  if (problem !== null) {
    const said = t("form.aliasRefused", { reason: problem });
    return errors.includes(said) ? <>{t("form.aliasHint")}</> : <span class="field-error">{said}</span>;
  }
  const isOwn = taken.data?.data.some((record) => record.id === id && record.alias === asked) === true;
  // An empty line, so that the fields below it stay where they are.
  if (isOwn) return <>{"\u00a0"}</>;
  const others = taken.data?.data.filter((record) => record.id !== id) ?? [];
  const same = others.find((record) => record.alias === asked);
  if (same !== undefined)
    return errors.length > 0 ? null : <span class="field-error">{t("form.aliasTaken")}</span>;
  if (others.length > 0) return <>{t("form.aliasSimilar", { alias: others[0]?.alias ?? "" })}</>;
  return <>{taken.isSuccess ? t("form.aliasFree") : "…"}</>;
}

function RedirectSource({ part, id }: SourceProps) {
  return (
    <TextField
      label={id === null ? t("form.sources") : t("field.url")}
      hint={t("form.sourceHint")}
      name="url"
      spellcheck={false}
      autocapitalize="off"
      placeholder="old.example.com/path"
      required
      {...bind(part, "url")}
      errors={errorsAt(part.errors, "url", "host")}
    />
  );
}
