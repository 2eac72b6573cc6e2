import { hasFeature } from "../../../domain/client/words.ts";
import type { Host } from "../../api/types.ts";
import { EditForm, type EditPart } from "../../component/edit-form.tsx";
import { CheckField, SelectField, TextField } from "../../component/field.tsx";
import { RoleNotice } from "../../component/role-notice.tsx";
import { useMay, useSession } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t, type TextKey } from "../../text/text.ts";
import { HSTS_SECONDS, MISS_OPTIONS, toHostFields, toHostForm, type HostForm } from "./host-form.ts";
import { readHost, writeHost, type HostFormProps, type LoadedHost } from "./host-call.ts";

/** The settings of a hostname that are not part of its records. */
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
        {(part) => <Fields {...part} host={host} />}
      </EditForm>
    </>
  );
}

function Fields({ form, set, errors, host }: EditPart<HostForm> & { host: Host }) {
  const isManager = useMay("manager");
  const { plan } = useSession().workspace;
  const mayForce = hasFeature(plan, "hosts.force_https") || host.force_https;
  const url = (name: "not_found_url" | "expired_url") => (
    <TextField
      label={t(`hosts.field.${name}`)}
      hint={t(`hosts.hint.${name}`)}
      type="url"
      inputMode="url"
      spellcheck={false}
      placeholder="https://"
      value={form[name]}
      onValue={(value) => set({ [name]: value })}
      errors={errors[name]}
    />
  );
  return (
    <>
      <div class="columns">
        {url("not_found_url")}
        {url("expired_url")}
      </div>
      <div class="columns">
        <CheckField
          label={t("hosts.field.https_requested")}
          hint={t("hosts.hint.https_requested")}
          isChecked={form.https_requested}
          onChecked={(https_requested) => set({ https_requested })}
        />
        <CheckField
          label={t("hosts.field.force_https")}
          hint={t(mayForce ? "hosts.hint.force_https" : "hosts.hint.forcePlan")}
          isChecked={form.force_https}
          disabled={!mayForce}
          onChecked={(force_https) => set({ force_https })}
        />
      </div>
      <div class="columns">
        <CheckField
          label={t("hosts.field.short_links_enabled")}
          hint={t("hosts.hint.short_links_enabled")}
          isChecked={form.short_links_enabled}
          onChecked={(short_links_enabled) => set({ short_links_enabled })}
        />
        <CheckField
          label={t("hosts.field.is_preview_off")}
          hint={t("hosts.hint.is_preview_off")}
          isChecked={form.is_preview_off}
          onChecked={(is_preview_off) => set({ is_preview_off })}
        />
      </div>
      <SelectField
        label={t("hosts.field.misses")}
        value={form.misses}
        options={MISS_OPTIONS.map((value) => ({ value, label: t(`hosts.misses.${value}`) }))}
        onValue={(value) => set({ misses: value as HostForm["misses"] })}
        errors={errors["misses"]}
      />
      {isManager ? (
        <Hsts form={form} set={set} errors={errors} />
      ) : (
        <p class="small muted">{t("hosts.hstsRole", { role: t("role.manager") })}</p>
      )}
    </>
  );
}

function Hsts({ form, set, errors }: EditPart<HostForm>) {
  const seconds = form.hsts_max_age === "" ? [] : [Number(form.hsts_max_age)];
  const offered = [...new Set([...HSTS_SECONDS, ...seconds])].toSorted((a, b) => a - b);
  const reasons = Object.entries(errors).flatMap(([name, why]) => (name.startsWith("hsts") ? why : []));
  return (
    <div class="columns">
      <SelectField
        label={t("hosts.field.hsts")}
        hint={t("hosts.hint.hsts")}
        value={form.hsts_max_age}
        options={[
          { value: "", label: t("hosts.hstsOff") },
          ...offered.map((value) => ({ value: String(value), label: describeSeconds(value) })),
        ]}
        onValue={(hsts_max_age) => set({ hsts_max_age })}
        errors={reasons}
      />
      <CheckField
        label={t("hosts.hstsSubdomains")}
        hint={t("hosts.hstsSubdomainsHint")}
        isChecked={form.hsts_subdomains}
        disabled={form.hsts_max_age === ""}
        onChecked={(hsts_subdomains) => set({ hsts_subdomains })}
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
