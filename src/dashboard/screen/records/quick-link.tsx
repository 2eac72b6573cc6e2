import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { rememberKeys } from "../../api/patient.ts";
import type { LinkRecord, Page } from "../../api/types.ts";
import { Button, ButtonLink, CopyButton } from "../../component/button.tsx";
import { SelectField, TextField } from "../../component/field.tsx";
import { errorsAt, Form, useSubmission } from "../../component/form.tsx";
import { ErrorNotice } from "../../component/state.tsx";
import { readLocal, writeLocal } from "../../state/local-value.ts";
import { firstTags, useSession } from "../../state/session.ts";
import { useShortcut } from "../../state/shortcut.ts";
import { useSearch } from "../../state/page.tsx";
import { copyText } from "../../state/clipboard.ts";
import { announce } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { newForm } from "../record/record-form.ts";
import { createRecord, type WrittenRecord } from "../record/save-record.ts";
import { readUsualHost, useLinkHosts } from "../record/use-link-hosts.ts";
import { fillUtm, findTemplates, templateFor } from "../utm/templates.ts";
import { showUrl } from "./show-url.ts";

/** A link that was just made. */
interface Ready extends WrittenRecord {
  isCopied: boolean;
  /** Other records with the same destination. */
  others: LinkRecord[];
}

const SHOWN_OTHERS = 3;
/** The value of the address that brings a URL, or only the focus, to the field. */
const NEW_URL = "new";

/**
 * Makes a short link of a URL: Enter creates it with a random alias on the hostname that was used last, and copies it.
 * The field keeps the focus for the next URL.
 */
export function QuickLink() {
  const { workspace } = useSession();
  const { known, usual = "" } = useLinkHosts();
  const hostKey = `signpost.host.${workspace.id}`;
  const [chosen, setChosen] = useState(() => readLocal<string>(hostKey) ?? "");
  const host = known.includes(chosen) ? chosen : usual;
  const [url, setUrl] = useState("");
  const [ready, setReady] = useState<Ready | null>(null);
  // A repeated call makes one link; the same URL pasted again makes another.
  const keys = useRef(rememberKeys());
  const { failure, errors, isBusy, submit } = useSubmission();
  const box = useRef<HTMLElement>(null);
  const focus = () => box.current?.querySelector("input")?.focus();
  useShortcut("n", "shortcut.new", focus);
  const search = useSearch();
  const given = search.values[NEW_URL];
  useLayoutEffect(() => {
    if (given === undefined) return;
    search.set({ [NEW_URL]: undefined }, { replaces: true });
    if (given !== "") setUrl(given);
    focus();
  }, [given]);
  const make = async (destination: string) => {
    // The list of hostnames may not be loaded yet.
    const at = host === "" ? await readUsualHost(chosen) : host;
    const form = {
      ...newForm("link", at, firstTags()),
      destinations: [{ url: destination, weight: "1" }],
      utm: fillUtm(templateFor(await findTemplates(), at, firstTags())),
    };
    const made = await createRecord(form, keys.current);
    keys.current = rememberKeys();
    return made;
  };
  const send = () => {
    const destination = url.trim();
    if (destination === "" || isBusy) return;
    const making = make(destination);
    const copying = copyText(making.then((made) => made.url));
    void submit(async () => {
      const made = await making;
      const isCopied = await copying;
      // Somebody may have pasted the next one.
      setUrl((now) => (now.trim() === destination ? "" : now));
      setReady({ ...made, isCopied, others: [] });
      announce(t(isCopied ? "quick.copied" : "quick.created", { url: made.url }));
      void findOthers(made).then((others) =>
        setReady((now) => (now?.id === made.id ? { ...now, others } : now)),
      );
    });
  };
  const choose = (next: string) => {
    writeLocal(hostKey, next);
    setChosen(next);
  };
  return (
    <section class="quick card stack-small" aria-label={t("quick.title")} ref={box}>
      <Form class="quick-line" failure={failure} onSend={send}>
        <TextField
          label={t("quick.label")}
          placeholder={t("quick.placeholder")}
          name="destination"
          inputMode="url"
          autocapitalize="off"
          spellcheck={false}
          value={url}
          onValue={setUrl}
          errors={errorsAt(errors, "destination", "destinations")}
        />
        {known.length > 1 && (
          <SelectField label={t("quick.host")} options={known} value={host} onValue={choose} />
        )}
        <Button kind="main" type="submit" disabled={isBusy} label={t("quick.create")} />
        <ButtonLink
          kind="plain"
          href={search.at("/links/new", { to: url.trim(), on: host })}
          // Once the address of the form has it.
          onClick={() => setTimeout(() => setUrl(""))}
          label={t("quick.more")}
        />
      </Form>
      <ErrorNotice failure={failure} fields={["destination", "destinations"]} />
      {ready !== null && <ReadyLink {...ready} hrefOf={(tab) => search.at(`/links/${ready.id}`, { tab })} />}
    </section>
  );
}

function ReadyLink({ url, isCopied, others, hrefOf }: Ready & { hrefOf: (tab?: string) => string }) {
  return (
    <div class="quick-ready stack-small">
      <div class="line">
        <a class="quick-url" href={url} target="_blank" rel="noreferrer">
          {showUrl(url)}
        </a>
        {isCopied ? (
          <span class="chip chip-good">{t("copy.done")}</span>
        ) : (
          <span class="chip chip-warn">{t("quick.notCopied")}</span>
        )}
        <CopyButton text={url} />
        <ButtonLink href={url} target="_blank" rel="noreferrer" label={t("quick.open")} />
        <ButtonLink href={hrefOf("qr")} icon="qr" label={t("record.tab.qr")} />
        <ButtonLink href={hrefOf()} label={t("quick.settings")} />
      </div>
      {others.length > 0 && (
        <p class="small">
          {t("quick.others")}{" "}
          {others.slice(0, SHOWN_OTHERS).map((other, index) => (
            <span key={other.id}>
              {index > 0 && ", "}
              <a href={`/links/${other.id}`}>{showUrl(other.url)}</a>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

/** Finds some other records that lead to the same destination. The link is made, whether they are found or not. */
async function findOthers({ id, destination }: WrittenRecord): Promise<LinkRecord[]> {
  if (destination === null) return [];
  const query = { "filter[destination]": destination, per_page: 20 };
  const { data } = await call<Page<LinkRecord>>("GET", "/links", { query }).catch(() => ({ data: [] }));
  return data.filter((record) => record.id !== id && record.destinations.includes(destination));
}
