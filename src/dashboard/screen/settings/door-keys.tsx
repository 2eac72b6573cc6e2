import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { refresh, useGet } from "../../api/query.ts";
import { namesOf, useHosts } from "../../api/shared-reads.ts";
import type { DoorKey, Page, SignedDoorKey } from "../../api/types.ts";
import { Button, CopyButton } from "../../component/button.tsx";
import { ConfirmDialog, Dialog } from "../../component/dialog.tsx";
import { TextField } from "../../component/field.tsx";
import { bind, FormDialog } from "../../component/form.tsx";
import { Ago } from "../../component/moment.tsx";
import { Menu, MenuItem } from "../../component/menu.tsx";
import { Loading } from "../../component/state.tsx";
import { TagInput } from "../../component/tag-input.tsx";
import { withProof } from "../../state/proof.tsx";
import { showToast } from "../../state/toast.ts";
import { useWork } from "../../state/work.ts";
import { t } from "../../text/text.ts";
import { ShownReach } from "./reach-fields.tsx";

type Open =
  | { kind: "make" }
  | { kind: "show"; doorKey: SignedDoorKey }
  | { kind: "revoke"; doorKey: DoorKey };

/** The keys with which tools for YOURLS make links. @param isClosed whether the workspace has not opened that door */
export function DoorKeys({ isClosed }: { isClosed: boolean }) {
  const read = useGet<Page<DoorKey>>(["door-keys"], "/door-keys");
  const [open, setOpen] = useState<Open | null>(null);
  const [isBusy, run] = useWork();
  const close = () => setOpen(null);
  const show = (doorKey: SignedDoorKey) => setOpen({ kind: "show", doorKey });
  const showAgain = async ({ id }: DoorKey) =>
    show(await withProof(() => call<SignedDoorKey>("GET", `/door-keys/${id}`)));
  return (
    <section class="card stack">
      <div class="line-apart">
        <h2>{t("settings.doorKeys")}</h2>
        <Button onClick={() => setOpen({ kind: "make" })} icon="plus" label={t("settings.doorKey.make")} />
      </div>
      <p class="muted">{t("settings.doorKeysText")}</p>
      {isClosed && <p class="notice notice-warn">{t("settings.doorKey.closed")}</p>}
      {read.data === undefined && <Loading read={read} lines={2} height="3.25rem" />}
      {read.data?.data.length === 0 && <p>{t("settings.doorKey.none")}</p>}
      {read.data !== undefined && read.data.data.length > 0 && (
        <ul class="table-box rows" aria-label={t("settings.doorKeys")}>
          {read.data.data.map((doorKey) => (
            <li key={doorKey.id}>
              <strong class="break">{doorKey.name}</strong>
              <div class="small muted">
                <ShownReach hosts={doorKey.hosts} />
              </div>
              <span class="small muted">
                {doorKey.last_used_at === null ? (
                  t("settings.neverUsed")
                ) : (
                  <>
                    {t("settings.used")} <Ago at={doorKey.last_used_at} />
                  </>
                )}
              </span>
              <Menu label={t("settings.memberMenu", { name: doorKey.name })}>
                <MenuItem
                  disabled={isBusy}
                  onChoose={() => void run(() => showAgain(doorKey))}
                  label={t("settings.doorKey.show")}
                />
                <MenuItem
                  isDangerous
                  onChoose={() => setOpen({ kind: "revoke", doorKey })}
                  label={t("settings.revoke")}
                />
              </Menu>
            </li>
          ))}
        </ul>
      )}
      {open?.kind === "make" && <MakeDialog onMade={show} onClose={close} />}
      {open?.kind === "show" && <ShowDialog doorKey={open.doorKey} onClose={close} />}
      {open?.kind === "revoke" && <RevokeDialog doorKey={open.doorKey} onClose={close} />}
    </section>
  );
}

const FIRST: { name: string; hosts: string[] } = { name: "", hosts: [] };

function MakeDialog({ onMade, onClose }: { onMade: (doorKey: SignedDoorKey) => void; onClose: () => void }) {
  const connected = useHosts();
  const [key] = useState(() => crypto.randomUUID());
  const isComplete = connected.data?.meta.cursor.next === null;
  return (
    <FormDialog
      title={t("settings.doorKey.make")}
      first={FIRST}
      sendLabel={t("settings.doorKey.make")}
      send={async ({ name, hosts }) => {
        const init = { body: { name: name.trim(), hosts }, headers: { "Idempotency-Key": key } };
        onMade(await withProof(() => call<SignedDoorKey>("POST", "/door-keys", init)));
        await refresh("door-keys");
      }}
      onClose={onClose}
    >
      {(part) => (
        <>
          <TextField
            label={t("settings.tokenName")}
            hint={t("settings.tokenNameHint")}
            autofocus
            {...bind(part, "name")}
          />
          <TagInput
            label={t("settings.used.hostnames")}
            hint={t("settings.doorKey.hostsHint")}
            choices={{ values: namesOf(connected), isClosed: isComplete || connected.isLoading }}
            {...bind(part, "hosts")}
          />
        </>
      )}
    </FormDialog>
  );
}

function ShowDialog({ doorKey, onClose }: { doorKey: SignedDoorKey; onClose: () => void }) {
  return (
    <Dialog title={t("settings.doorKey.ready", { name: doorKey.name })} onClose={onClose}>
      <Shown label={t("settings.doorKey.address")} text={doorKey.url} />
      <p class="small muted">{t("settings.doorKey.addressHint")}</p>
      <Shown label={t("settings.doorKey.signature")} text={doorKey.signature} />
      <p class="small muted">{t("settings.doorKey.signatureHint")}</p>
      <div>
        <Button kind="main" onClick={onClose} label={t("action.close")} />
      </div>
    </Dialog>
  );
}

function Shown({ label, text }: { label: string; text: string }) {
  return (
    <div class="stack-small">
      <div class="field-label">{label}</div>
      <div class="secret">
        <code class="break">{text}</code>
        <CopyButton text={text} of={label} />
      </div>
    </div>
  );
}

function RevokeDialog({ doorKey: { id, name }, onClose }: { doorKey: DoorKey; onClose: () => void }) {
  const revoke = async () => {
    await withProof(() => call("DELETE", `/door-keys/${id}`));
    onClose();
    showToast(t("settings.revoked", { name }));
    await refresh("door-keys");
  };
  return (
    <ConfirmDialog
      title={t("settings.revokeTitle", { name })}
      confirmLabel={t("settings.revoke")}
      isDangerous
      onConfirm={revoke}
      onClose={onClose}
      text={t("settings.revokeText")}
    />
  );
}
