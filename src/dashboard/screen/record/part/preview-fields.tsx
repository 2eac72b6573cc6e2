import { useState } from "preact/hooks";
import { isPhoto } from "../../../../domain/client/look.ts";
import { callRaw } from "../../../api/client.ts";
import { refresh, useList } from "../../../api/query.ts";
import type { StoredFile } from "../../../api/types.ts";
import { LinkButton } from "../../../component/button.tsx";
import { Field, SelectField, TextField } from "../../../component/field.tsx";
import { bind, within } from "../../../component/form.tsx";
import { describeError } from "../../../component/state.tsx";
import { useHasFolders, useMay } from "../../../state/session.ts";
import { t } from "../../../text/text.ts";
import type { RecordPart } from "../record-form.ts";
import { photoName, toPhoto } from "../to-photo.ts";
import { SharePreview } from "./share-preview.tsx";

/** The title, text and picture that messengers show of a link, and how they show them. */
export function PreviewFields({ part }: { part: RecordPart }) {
  const preview = within(part, "preview");
  const hasFolders = useHasFolders();
  return (
    <div class="stack">
      <div class="stack-small">
        <TextField label={t("form.previewTitle")} {...bind(preview, "title")} />
        <TextField label={t("form.previewDescription")} {...bind(preview, "description")} />
        {!hasFolders && <PictureField part={preview} />}
        {preview.form.file === "" && (
          <TextField label={t("form.previewImage")} inputMode="url" {...bind(preview, "image")} />
        )}
      </div>
      <SharePreview form={part.form} />
    </div>
  );
}

type PreviewPart = ReturnType<typeof within<RecordPart["form"], "preview">>;

/** A stored picture, which can be uploaded here. It takes the place of a picture elsewhere. */
function PictureField({ part }: { part: PreviewPart }) {
  const list = useList<StoredFile>("files", "/files");
  const mayWrite = useMay("editor");
  const [state, setState] = useState<{ isBusy: boolean; errors: string[] }>({ isBusy: false, errors: [] });
  const names = (list.items ?? []).filter(({ type }) => isPhoto(type)).map(({ name }) => name);
  const { file } = part.form;
  const options = file === "" || names.includes(file) ? names : [file, ...names];
  const upload = async (chosen: File) => {
    setState({ isBusy: true, errors: [] });
    try {
      const photo = await toPhoto(chosen);
      const name = photoName(chosen.name, photo.type, Date.now());
      await callRaw("PUT", `/files/${name}`, { body: photo, headers: { "Content-Type": photo.type } });
      await refresh("files");
      part.set({ file: name, image: "" });
      setState({ isBusy: false, errors: [] });
    } catch (error) {
      setState({
        isBusy: false,
        errors: [error instanceof RangeError ? t("share.unreadable") : describeError(error)],
      });
    }
  };
  return (
    <>
      <SelectField
        label={t("share.picture")}
        none={t("share.noPicture")}
        options={options}
        {...bind(part, "file")}
        onValue={(name) => part.set({ file: name, image: "" })}
      />
      {mayWrite && (
        <Field label={t("share.upload")} hint={t("share.uploadHint")} errors={state.errors}>
          {(control) => (
            <input
              type="file"
              accept="image/*"
              {...control}
              disabled={state.isBusy}
              onChange={(event) => {
                const chosen = event.currentTarget.files?.[0];
                if (chosen !== undefined) void upload(chosen);
              }}
            />
          )}
        </Field>
      )}
      {file !== "" && (
        <LinkButton onClick={() => part.set({ file: "" })}>{t("share.otherPicture")}</LinkButton>
      )}
    </>
  );
}
