import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { isPicture } from "../../../domain/client/look.ts";
import { callRaw } from "../../api/client.ts";
import { refresh, useList } from "../../api/query.ts";
import type { StoredFile } from "../../api/types.ts";
import { Field, SelectField } from "../../component/field.tsx";
import { bind, errorsAt, type FormPart, useSubmission } from "../../component/form.tsx";
import { ErrorNotice } from "../../component/state.tsx";
import { useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import type { QrStyle } from "./draw-picture.ts";
import { type ShownLogo, useLogo } from "./logo.ts";
import { toLogo } from "./to-logo.ts";

/** The logo in the middle of a code: none, that of the hostname or workspace, or a picture that can be uploaded here. */
export function LogoFields({ part, host }: { part: FormPart<QrStyle>; host: string }) {
  const list = useList<StoredFile>("files", "/files");
  const { logo } = part.form;
  const names = (list.items ?? []).filter(({ type }) => isPicture(type)).map(({ name }) => name);
  const all = typeof logo !== "string" || names.includes(logo) ? names : [logo, ...names];
  return (
    <>
      <SelectField
        label={t("qr.logo")}
        hint={<LogoHint logo={logo} host={host} />}
        options={[
          { value: "false", label: t("qr.logoOff") },
          { value: "true", label: t("qr.logoOn") },
          // A file may have any name.
          ...all.map((name) => ({ value: `file:${name}`, label: name })),
        ]}
        errors={bind(part, "logo").errors}
        value={typeof logo === "string" ? `file:${logo}` : String(logo)}
        onValue={(chosen) =>
          part.set({ logo: chosen.startsWith("file:") ? chosen.slice(5) : chosen === "true" })
        }
      />
      <Upload onName={(name) => part.set({ logo: name })} />
    </>
  );
}

function LogoHint({ logo, host }: { logo: QrStyle["logo"]; host: string }) {
  const shown = useLogo(host, logo);
  return <div class="two-lines">{shown === undefined ? "…" : sayLogo(shown)}</div>;
}

function sayLogo({ of, name, logo }: ShownLogo): ComponentChildren {
  if (of === "record") return t(logo === undefined ? "qr.logoGone" : "qr.logoOwn", { name });
  const said =
    of === "none" ? t("qr.logoNone") : t(of === "host" ? "qr.logoOfHost" : "qr.logoOfWorkspace", { name });
  return (
    <>
      {said} <a href="/settings/pages">{t("qr.toLogo")}</a>
    </>
  );
}

function Upload({ onName }: { onName: (name: string) => void }) {
  const mayWrite = useMay("editor");
  const [isUnreadable, setUnreadable] = useState(false);
  const { failure, errors, isBusy, submit } = useSubmission();
  if (!mayWrite) return null;
  const send = async (chosen: File) => {
    const logo = await toLogo(chosen).catch(() => null);
    setUnreadable(logo === null);
    if (logo === null) return;
    await submit(async () => {
      await callRaw("PUT", `/files/${logo.name}`, {
        body: logo.content,
        headers: { "Content-Type": logo.content.type },
      });
      await refresh("files");
      onName(logo.name);
    });
  };
  const refusals = [...errorsAt(errors, "body"), ...errorsAt(errors, "name")];
  const said = isUnreadable ? [t("share.unreadable")] : refusals;
  return (
    <>
      <Field label={t("qr.logoUpload")} hint={t("qr.logoUploadHint")} errors={said}>
        {(control) => (
          <input
            type="file"
            accept="image/*"
            {...control}
            disabled={isBusy}
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0];
              if (chosen !== undefined) void send(chosen);
            }}
          />
        )}
      </Field>
      <ErrorNotice failure={failure} fields={["body", "name"]} />
    </>
  );
}
