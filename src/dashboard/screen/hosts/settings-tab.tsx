import { hasFeature, MISSES } from "../../../domain/client/words.ts";
import type { Host } from "../../api/types.ts";
import { EditForm, nest } from "../../component/edit-form.tsx";
import { CheckField, SelectField, TextField } from "../../component/field.tsx";
import { bind, type FormPart } from "../../component/form.tsx";
import { Loading, RoleNotice } from "../../component/state.tsx";
import { useLimit, useMay, useSession } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t, type TextKey } from "../../text/text.ts";
import {
  type HostForm,
  type HostFormProps,
  type LoadedHost,
  missingPageOf,
  readHost,
  toHostFields,
  toHostForm,
  writeHost,
} from "./host-form.ts";
import { stateOf } from "./host-state.tsx";
import { useWorkspace } from "../../api/shared-reads.ts";
import { LookFields } from "../look/look-fields.tsx";
import { LookPage } from "../look/look-page.tsx";
import { type LookForm, lookLabel, shownLook, toLookFields, toLookForm } from "../look/look-form.ts";

export function SettingsTab({ loaded, onDirty }: HostFormProps) {
  const { body: host } = loaded;
  const mayWrite = useMay("editor");
  const toEdition = ({ body, etag }: LoadedHost) => ({ form: toHostForm(body), version: etag });
  return (
    <>
      {!mayWrite && <RoleNotice role="editor" />}
      <EditForm<HostForm>
        first={toEdition(loaded)}
        toFields={toHostFields}
        labelOf={(field) => t(`hosts.field.${field.split(".")[0] ?? ""}` as TextKey)}
        disabled={!mayWrite}
        onDirty={onDirty}
        save={async (change, version) => {
          const written = await writeHost(host.host, change, version);
          showToast(t("hosts.saved", { host: host.host }));
          return toEdition(written);
        }}
        readNow={async () => toEdition(await readHost(host.host))}
      >
        {(part) => <Fields part={part} host={host} />}
      </EditForm>
    </>
  );
}

const URLS = ["not_found_url", "expired_url"] as const;
const SWITCHES = [
  ["https_requested", "force_https"],
  ["short_links_enabled", "is_preview_off"],
] as const;

function Fields({ part, host }: { part: FormPart<HostForm>; host: Host }) {
  const isManager = useMay("manager");
  const { plan } = useSession().workspace;
  const mayForce = hasFeature(plan, "hosts.force_https") || host.force_https;
  return (
    <>
      <div class="columns">
        {URLS.map((name) => (
          <TextField
            key={name}
            label={t(`hosts.field.${name}`)}
            hint={t(`hosts.hint.${name}`)}
            type="url"
            inputMode="url"
            spellcheck={false}
            placeholder="https://"
            {...bind(part, name)}
          />
        ))}
      </div>
      {SWITCHES.map((names, index) => (
        <div key={index} class="columns">
          {names.map((name) => {
            const isRefused = name === "force_https" && !mayForce;
            return (
              <CheckField
                key={name}
                label={t(`hosts.field.${name}`)}
                hint={t(isRefused ? "hosts.hint.forcePlan" : `hosts.hint.${name}`)}
                disabled={isRefused}
                {...bind(part, name)}
              />
            );
          })}
        </div>
      ))}
      <SelectField
        label={t("hosts.field.misses")}
        options={MISSES.map((value) => ({ value, label: t(`hosts.misses.${value}`) }))}
        {...bind(part, "misses")}
      />
      {isManager ? (
        <Hsts part={part} />
      ) : (
        <p class="small muted">{t("hosts.hstsRole", { role: t("role.manager") })}</p>
      )}
    </>
  );
}

/** The choices in seconds. Browsers keep the setting for this time, whatever happens to the hostname. */
const HSTS_SECONDS = [300, 86_400, 604_800, 2_592_000, 31_536_000, 63_072_000];

function Hsts({ part }: { part: FormPart<HostForm> }) {
  const { hsts_max_age } = part.form;
  const seconds = hsts_max_age === "" ? [] : [Number(hsts_max_age)];
  const offered = [...new Set([...HSTS_SECONDS, ...seconds])].toSorted((a, b) => a - b);
  return (
    <div class="columns">
      <SelectField
        label={t("hosts.field.hsts")}
        hint={t("hosts.hint.hsts")}
        none={t("hosts.hstsOff")}
        options={offered.map((value) => ({ value: String(value), label: describeSeconds(value) }))}
        {...bind(part, "hsts_max_age", "hsts")}
      />
      <CheckField
        label={t("hosts.hstsSubdomains")}
        hint={t("hosts.hstsSubdomainsHint")}
        disabled={hsts_max_age === ""}
        {...bind(part, "hsts_subdomains")}
      />
    </div>
  );
}

const DAY_SECONDS = 86_400;

function describeSeconds(seconds: number): string {
  if (seconds % DAY_SECONDS === 0 && seconds > 0) return t("hosts.days", { count: seconds / DAY_SECONDS });
  if (seconds % 60 === 0 && seconds > 0) return t("hosts.minutes", { count: seconds / 60 });
  return t("hosts.seconds", { count: seconds });
}

/** The appearance of the pages of a hostname, which overrides the appearance of the workspace. */
export function LookTab({ loaded, onDirty }: HostFormProps) {
  const { body: host } = loaded;
  const mayWrite = useMay("manager");
  // To a user with a limit the API does not tell the settings of the workspace.
  const isWhole = useLimit() === null;
  const workspace = useWorkspace(isWhole);
  if (isWhole && workspace.data === undefined) return <Loading read={workspace} lines={4} height="3.25rem" />;
  const general = isWhole && workspace.data !== undefined ? toLookForm(workspace.data) : "hidden";
  const shown = (form: LookForm) => shownLook(form, general === "hidden" ? null : general);
  const toEdition = ({ body, etag }: LoadedHost) => ({ form: toLookForm(body), version: etag });
  return (
    <>
      {!mayWrite && <RoleNotice role="manager" />}
      <p class="muted">
        {t("hosts.lookText")} {isWhole && <a href="/settings/pages">{t("hosts.lookWorkspace")}</a>}
      </p>
      <EditForm<LookForm>
        first={toEdition(loaded)}
        toFields={toLookFields}
        labelOf={(field) => t(lookLabel(field))}
        disabled={!mayWrite}
        onDirty={onDirty}
        save={async (change, version) => {
          const written = await writeHost(host.host, nest(change), version);
          showToast(t("look.saved"));
          return toEdition(written);
        }}
        readNow={async () => toEdition(await readHost(host.host))}
      >
        {(part) => (
          <div class="look">
            <div class="stack">
              <LookFields {...part} workspace={general} />
            </div>
            <LookPage
              look={shown(part.form)}
              saved={shown(toLookForm(host))}
              isPart={general === "hidden"}
              url={missingPageOf(host, location)}
              isThere={stateOf(host) === "right" || !host.public}
            />
          </div>
        )}
      </EditForm>
    </>
  );
}
