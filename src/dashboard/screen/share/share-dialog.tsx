import { useState } from "preact/hooks";
import { ASK } from "../../first-asks.ts";
import { DAY_MS } from "../../../domain/client/time.ts";
import { foldTag, SHARED_DAYS, SHARED_PARTS, type SharedPart } from "../../../domain/client/words.ts";
import { call, refuseFields } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import { namesOf, useHosts, useTagNames } from "../../api/shared-reads.ts";
import { Button, CopyButton } from "../../component/button.tsx";
import { Dialog } from "../../component/dialog.tsx";
import { CheckField, FieldError, SelectField, TextField } from "../../component/field.tsx";
import { bind, errorsAt, FormDialog, type FormPart } from "../../component/form.tsx";
import { withProof } from "../../state/proof.tsx";
import { useHasFolders, useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";

interface ShareForm {
  name: string;
  host: string;
  tag: string;
  shows: SharedPart[];
  days: string;
  expires_at: string;
  password: string;
}

/** The lifetimes of a link in days. */
const ENDS = ["7", "30", "90", "365"];

interface DialogProps {
  /** The only record whose clicks are shared; otherwise people choose a hostname, a tag, or both. */
  record?: string;
  first: { name: string; host?: string | undefined; tag?: string | undefined };
  onClose: () => void;
}

/** The button that shares statistics, for managers who are not limited to tags. */
export function ShareButton(shared: Omit<DialogProps, "onClose">) {
  const mayShare = useMay("manager");
  const hasFolders = useHasFolders();
  const [isOpen, setOpen] = useState(false);
  if (!mayShare || hasFolders) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)} label={t("shared.button")} />
      {isOpen && <ShareDialog {...shared} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Shares statistics by a link, which it shows once. */
function ShareDialog({ record, first, onClose }: DialogProps) {
  const tags = useTagNames();
  const [link, setLink] = useState<string | null>(null);
  if (link !== null) return <LinkDialog link={link} onClose={onClose} />;
  const form: ShareForm = {
    name: first.name,
    host: first.host ?? "",
    tag: first.tag ?? "",
    shows: ["series"],
    days: "28",
    expires_at: "",
    password: "",
  };
  return (
    <FormDialog<ShareForm>
      title={t("shared.title")}
      first={form}
      sendLabel={t("shared.make")}
      isReady={({ name, host, tag }) =>
        name.trim() !== "" && (record !== undefined || (host + tag).trim() !== "")
      }
      send={async ({ name, host, tag, shows, days, expires_at: ends, password }) => {
        checkTag(tag.trim(), tags);
        const body = {
          name,
          ...(record === undefined ? { host: host || null, tag: tag || null } : { record }),
          shows,
          days: Number(days),
          expires_at: ends === "" ? null : new Date(Date.now() + Number(ends) * DAY_MS).toISOString(),
          password: password || null,
        };
        const made = await withProof(() => call<{ link: string }>("POST", "/shared-statistics", { body }));
        setLink(made.link);
        await refresh("shared-statistics");
      }}
      onClose={onClose}
    >
      {(part) => (
        <>
          <p class="muted">{t("shared.hint")}</p>
          <TextField
            label={t("shared.name")}
            hint={t("shared.nameHint")}
            maxLength={100}
            autofocus
            {...bind(part, "name")}
          />
          {record === undefined && <FilterFields part={part} />}
          <PartsField part={part} />
          <SelectField
            label={t("shared.days")}
            options={SHARED_DAYS.map((days) => ({
              value: String(days),
              label: t("shared.lastDays", { count: days }),
            }))}
            {...bind(part, "days")}
          />
          <SelectField
            label={t("shared.endsAfter")}
            none={t("shared.never")}
            options={ENDS.map((days) => ({
              value: days,
              label: t("shared.inDays", { count: Number(days) }),
            }))}
            {...bind(part, "expires_at")}
          />
          <TextField
            label={t("shared.passwordOf")}
            hint={t("shared.passwordHint")}
            type="password"
            autocomplete="new-password"
            maxLength={128}
            {...bind(part, "password")}
          />
        </>
      )}
    </FormDialog>
  );
}

/** All names are suggested; beyond so many, a name may be one that is not. */
const MOST_NAMES = ASK.tagNames[1].per_page;

/** @throws ApiError for a tag that no record has, whose page would show nothing */
function checkTag(tag: string, names: readonly string[]): void {
  const isKnown = names.some((name) => foldTag(name) === foldTag(tag));
  if (tag === "" || isKnown || names.length >= MOST_NAMES) return;
  refuseFields({ tag: [t("shared.noTag")] });
}

function FilterFields({ part }: { part: FormPart<ShareForm> }) {
  const hosts = useHosts();
  const tags = useTagNames();
  return (
    <>
      <SelectField
        label={t("shared.host")}
        none={t("shared.anyHost")}
        options={namesOf(hosts)}
        {...bind(part, "host")}
      />
      <TextField
        label={t("shared.tag")}
        hint={t("shared.tagHint")}
        suggestions={tags}
        {...bind(part, "tag")}
      />
    </>
  );
}

function PartsField({ part }: { part: FormPart<ShareForm> }) {
  const { shows } = part.form;
  return (
    <fieldset class="stack-small">
      <legend>{t("shared.shows")}</legend>
      {SHARED_PARTS.map((name) => (
        <CheckField
          key={name}
          label={t(name === "series" ? "stats.overTime" : `breakdown.${name}`)}
          value={shows.includes(name)}
          onValue={(isOn) =>
            part.set({ shows: SHARED_PARTS.filter((one) => (one === name ? isOn : shows.includes(one))) })
          }
        />
      ))}
      <FieldError errors={errorsAt(part.errors, "shows")} />
    </fieldset>
  );
}

/** Only its button closes it, so that nobody loses the link by accident. */
function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog title={t("shared.link")} onClose={() => {}}>
      <p>{t("shared.linkText")}</p>
      <div class="secret">
        <code class="break">{link}</code>
        <CopyButton text={link} of={t("shared.link")} />
      </div>
      <p class="notice notice-warn">{t("shared.once")}</p>
      <div>
        <Button kind="main" onClick={onClose} label={t("shared.kept")} />
      </div>
    </Dialog>
  );
}
