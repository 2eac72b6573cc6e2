import { useState } from "preact/hooks";
import { ApiError, callRaw } from "../../api/client.ts";
import { refresh, useGet, useRead } from "../../api/query.ts";
import type { Host, HostFile } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { ConfirmDialog, Dialog } from "../../component/dialog.tsx";
import { Field, TextArea } from "../../component/field.tsx";
import { bind, errorsAt, FormDialog } from "../../component/form.tsx";
import { Ago } from "../../component/moment.tsx";
import { Loading } from "../../component/state.tsx";
import { useMay } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";

type Name = HostFile["name"];

/** The files that a hostname can have, the most usual first, with the media type of those that are text. */
const FILES: Record<Name, string | null> = {
  "robots.txt": "text/plain",
  "favicon.ico": null,
  "apple-app-site-association": "application/json",
  "assetlinks.json": "application/json",
  "security.txt": "text/plain",
};
const NAMES = Object.keys(FILES) as Name[];

/** The files of a hostname (contract 35.14). */
export function FilesTab({ host }: { host: Host }) {
  const key = encodeURIComponent(host.host);
  const pathOf = (name: Name) => `/host/${key}/files/${name}`;
  const read = useGet<{ data: HostFile[] }>(["host", host.host, "files"], `/host/${key}/files`);
  const [open, setOpen] = useState<Name | null>(null);
  const [ending, setEnding] = useState<Name | null>(null);
  if (read.data === undefined) return <Loading read={read} lines={5} height="4rem" />;
  const fileOf = (name: Name) => read.data.data.find((file) => file.name === name);
  return (
    <div class="stack">
      <p class="muted">{t("hosts.filesText")}</p>
      <ul class="list host-files">
        {NAMES.map((name) => (
          <FileRow
            key={name}
            path={pathOf(name)}
            name={name}
            file={fileOf(name)}
            onOpen={() => setOpen(name)}
            onDelete={() => setEnding(name)}
          />
        ))}
      </ul>
      {open !== null && (
        <FileDialog path={pathOf(open)} name={open} file={fileOf(open)} onClose={() => setOpen(null)} />
      )}
      {ending !== null && (
        <DeleteDialog path={pathOf(ending)} name={ending} onClose={() => setEnding(null)} />
      )}
    </div>
  );
}

interface RowProps {
  path: string;
  name: Name;
  file: HostFile | undefined;
  onOpen: () => void;
  onDelete: () => void;
}

function FileRow({ path, name, file, onOpen, onDelete }: RowProps) {
  const mayWrite = useMay("manager");
  const isIcon = FILES[name] === null;
  const verb = mayWrite ? (file === undefined ? "hosts.fileAdd" : "hosts.fileEdit") : "hosts.fileShow";
  return (
    <li>
      <div class="stack-small">
        <h3 class="mono break">{name}</h3>
        <p class="small muted">{t(`hosts.fileText.${name}`)}</p>
        {file !== undefined && (
          <p class="small">
            {t("hosts.fileSize", { type: file.type, count: Math.ceil(file.size / 1000) })}{" "}
            <Ago at={file.updated_at} />
          </p>
        )}
      </div>
      <div class="line">
        {file !== undefined && isIcon && (
          <img key={file.updated_at} src={`/v1${path}`} alt="" width="32" height="32" />
        )}
        {(mayWrite || (file !== undefined && !isIcon)) && (
          <Button onClick={onOpen} label={t(verb)} aria-label={`${t(verb)}: ${name}`} />
        )}
        {mayWrite && file !== undefined && (
          <Button
            kind="bad"
            onClick={onDelete}
            label={t("action.delete")}
            aria-label={`${t("action.delete")}: ${name}`}
          />
        )}
      </div>
    </li>
  );
}

interface FileProps {
  path: string;
  name: Name;
  file: HostFile | undefined;
  onClose: () => void;
}

/** Loads the content of a text before it is shown. */
function FileDialog(props: FileProps) {
  const { name, file, path, onClose } = props;
  const mayWrite = useMay("manager");
  const isText = FILES[name] !== null && file !== undefined;
  const text = useRead<string>({
    key: ["host", path, file?.updated_at ?? ""],
    read: async (signal) => (isText ? (await callRaw("GET", path, { signal })).text() : ""),
  });
  if (text.data === undefined || !mayWrite) {
    return (
      <Dialog title={name} onClose={onClose}>
        {text.data === undefined ? (
          <Loading read={text} height="16rem" />
        ) : (
          <pre class="card mono small pre break" tabIndex={0} aria-label={name}>
            {text.data}
          </pre>
        )}
      </Dialog>
    );
  }
  return <EditDialog {...props} first={text.data} />;
}

function EditDialog({ path, name, onClose, first }: FileProps & { first: string }) {
  const type = FILES[name];
  return (
    <FormDialog
      title={name}
      first={{ body: first, file: null as File | null }}
      sendLabel={t("form.save")}
      busyLabel={t("form.saving")}
      isReady={({ body, file }) => (type === null ? file !== null : body.trim() !== "")}
      send={async ({ body, file }) => {
        const given = type === null ? { body: file ?? "", type: mediaTypeOf(file) } : { body, type };
        const headers = { "Content-Type": given.type };
        await callRaw("PUT", path, { body: given.body, headers }).catch(nameMembers);
        onClose();
        showToast(t("hosts.fileStored", { name }));
        await refresh("host");
      }}
      onClose={onClose}
    >
      {(part) => (
        <>
          <p class="muted">{t(`hosts.fileHint.${name}`)}</p>
          <Field
            label={t("hosts.fileChoose")}
            {...(type === null && { errors: errorsAt(part.errors, "body") })}
          >
            {(control) => (
              <input
                type="file"
                {...control}
                accept={type === null ? ".png,.svg,.ico,image/png,image/svg+xml,image/x-icon" : undefined}
                onChange={(event) => {
                  const file = event.currentTarget.files?.[0] ?? null;
                  if (type === null || file === null) part.set({ file });
                  else void file.text().then((body) => part.set({ body }));
                }}
              />
            )}
          </Field>
          {type !== null && <TextArea label={t("hosts.fileContent")} rows={12} {...bind(part, "body")} />}
        </>
      )}
    </FormDialog>
  );
}

/** The members of a file have no fields of their own: their reasons stand at its content, with their names. */
function nameMembers(error: unknown): never {
  if (!(error instanceof ApiError) || error.body.errors === undefined) throw error;
  const body = Object.entries(error.body.errors).flatMap(([name, reasons]) =>
    reasons.map((reason) => (name === "body" ? reason : `${name}: ${reason}`)),
  );
  throw new ApiError(error.status, { ...error.body, errors: { body } });
}

/** Browsers name the type of ICO files differently, or not at all. */
function mediaTypeOf(file: File | null): string {
  return file === null || /\.ico$/i.test(file.name) ? "image/x-icon" : file.type;
}

function DeleteDialog({ path, name, onClose }: Omit<FileProps, "file">) {
  return (
    <ConfirmDialog
      title={t("hosts.fileDelete", { name })}
      text={t("hosts.fileDeleteText")}
      confirmLabel={t("action.delete")}
      isDangerous
      onConfirm={async () => {
        await callRaw("DELETE", path);
        onClose();
        showToast(t("hosts.fileDeleted", { name }));
        await refresh("host");
      }}
      onClose={onClose}
    />
  );
}
