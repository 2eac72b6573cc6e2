import { useWork } from "../../state/work.ts";
import { useSubmission } from "../../component/form.tsx";
import { useState } from "preact/hooks";
import { MISSES, type Misses } from "../../../domain/client/words.ts";
import { call, callRaw } from "../../api/client.ts";
import { readAll, refresh, useRead } from "../../api/query.ts";
import type { Host, Sitemap } from "../../api/types.ts";
import { Button, ButtonLink } from "../../component/button.tsx";
import { Drawer } from "../../component/dialog.tsx";
import { FieldError, SelectField } from "../../component/field.tsx";
import { describeError, Loading } from "../../component/state.tsx";
import { Moment } from "../../component/moment.tsx";
import { useMay, useSession } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { currentLanguage, t } from "../../text/text.ts";
import { hostRead } from "../hosts/host-form.ts";

interface DrawerProps {
  host: string;
  hosts: readonly string[];
  onHost: (host: string) => void;
  onClose: () => void;
}

/** The settings for a hostname's missed paths, and the pages that are suggested for them. */
export function HostDrawer({ host, hosts, onHost, onClose }: DrawerProps) {
  const isWhole = useSession().hosts === null;
  const read = useRead(hostRead(host));
  return (
    <Drawer title={t("misses.host.title")} onClose={onClose}>
      <div class="stack misses-host">
        <SelectField label={t("filter.host")} value={host} options={hosts} onValue={onHost} />
        {(read.isError || read.data === undefined) && <Loading read={read} lines={5} height="3rem" />}
        {read.data !== undefined && (
          <>
            <KeptChoice key={host} host={read.data.body} />
            <SitemapPart key={`${host} sitemap`} host={host} />
            {isWhole && (
              <section class="stack-small">
                <h3>{t("misses.report.title")}</h3>
                <p class="muted">{t("misses.report.text")}</p>
                <div>
                  <ButtonLink
                    href={`/v1/host/${host}/report?language=${currentLanguage()}`}
                    target="_blank"
                    rel="noopener"
                    label={t("misses.report.open")}
                  />
                </div>
              </section>
            )}
          </>
        )}
      </div>
    </Drawer>
  );
}

function KeptChoice({ host }: { host: Host }) {
  const mayWrite = useMay("editor");
  const [next, setNext] = useState<Misses | null>(null);
  const [, run] = useWork();
  const write = async (misses: Misses, isUndo = false) => {
    setNext(misses);
    await run(async () => {
      await call("PUT", `/host/${encodeURIComponent(host.host)}`, { body: { misses } });
      await refresh("host", "hosts");
      const undo = { label: t("action.undo"), run: () => void write(host.misses, true) };
      showToast(t(`misses.kept.${misses}.done`, { host: host.host }), isUndo ? undefined : undo);
    });
    setNext(null);
  };
  return (
    <fieldset class="stack-small" disabled={!mayWrite}>
      <legend>
        <h3>{t("misses.kept.title")}</h3>
      </legend>
      {!mayWrite && <p class="small muted">{t("misses.needsEditor")}</p>}
      {MISSES.toReversed().map((misses) => (
        <div key={misses} class="check">
          <input
            type="radio"
            name="misses"
            id={`misses-${misses}`}
            checked={(next ?? host.misses) === misses}
            aria-describedby={`misses-${misses}-hint`}
            onChange={() => void write(misses)}
          />
          <div>
            <label for={`misses-${misses}`}>{t(`misses.kept.${misses}`)}</label>
            <div class="field-hint" id={`misses-${misses}-hint`}>
              {t(`misses.kept.${misses}.hint`)}
            </div>
          </div>
        </div>
      ))}
      <p class="small muted">{t("misses.kept.never")}</p>
    </fieldset>
  );
}

/** The pages that are suggested in addition to the destinations of records. */
function SitemapPart({ host }: { host: string }) {
  const mayWrite = useMay("editor");
  const { failure, errors, isBusy, submit } = useSubmission();
  const read = useRead<Sitemap[]>({
    key: ["sitemaps"],
    read: (signal) => readAll("/sitemaps", {}, signal),
  });
  const sitemap = read.data?.find((one) => one.host === host);
  const path = `/sitemaps/${encodeURIComponent(host)}`;
  const run = (work: () => Promise<string>) =>
    submit(async () => {
      showToast(await work());
      await refresh("sitemaps", "misses");
    });
  const upload = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file === undefined) return;
    // Allows the user to choose the same file again after correcting it.
    const reset = () => (input.value = "");
    void run(async () => {
      const isXml = /^\s*(?:\uFEFF)?</.test(await file.slice(0, 100).text());
      const type = isXml ? "application/xml" : "text/plain";
      const response = await callRaw("PUT", path, { body: file, headers: { "Content-Type": type } });
      const stored = (await response.json()) as Sitemap;
      return t("misses.sitemap.done", { count: stored.urls });
    }).then(reset);
  };
  const remove = () =>
    run(async () => {
      await call("DELETE", path);
      return t("misses.sitemap.removed");
    });
  return (
    <section class="stack-small">
      <h3>{t("misses.sitemap.title")}</h3>
      <p class="muted">{t("misses.sitemap.text")}</p>
      {read.data === undefined && <Loading read={read} />}
      {sitemap !== undefined && (
        <p>
          {t("misses.sitemap.stored", { count: sitemap.urls })} <Moment at={sitemap.updated_at} />
        </p>
      )}
      {read.data !== undefined && sitemap === undefined && <p>{t("misses.sitemap.none")}</p>}
      {mayWrite && (
        <div class="line">
          <label class="button file-button" aria-disabled={isBusy}>
            {isBusy
              ? t("misses.sitemap.busy")
              : t(sitemap === undefined ? "misses.sitemap.upload" : "misses.sitemap.replace")}
            <input
              type="file"
              accept=".xml,.txt,text/xml,application/xml,text/plain"
              disabled={isBusy}
              onChange={(event) => upload(event.currentTarget)}
            />
          </label>
          {sitemap !== undefined && (
            <Button disabled={isBusy} onClick={() => void remove()} label={t("action.remove")} />
          )}
        </div>
      )}
      <div role="alert">
        {failure !== null && <FieldError errors={[errors["body"]?.join("; ") ?? describeError(failure)]} />}
      </div>
    </section>
  );
}
