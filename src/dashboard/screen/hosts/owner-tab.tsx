import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { refresh, useGet } from "../../api/query.ts";
import type { Host, HostHistoryEntry, Page } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { ConfirmDialog } from "../../component/dialog.tsx";
import { CheckField, TextField } from "../../component/field.tsx";
import { bind, FormDialog } from "../../component/form.tsx";
import { Loading } from "../../component/state.tsx";
import { Moment } from "../../component/moment.tsx";
import { withProof } from "../../state/proof.tsx";
import { useMay } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { HostExport } from "./host-export.tsx";
import { useMayConnect } from "./host-form.ts";
import { countsOf, totalOf } from "./host-state.tsx";

export function OwnerTab({ host, onGone }: { host: Host; onGone: () => void }) {
  const [isMoving, setMoving] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const mayConnect = useMayConnect();
  const isOwner = useMay("owner") && mayConnect;
  const proof = host.held ? (host.proof ?? "none") : "waiting";
  return (
    <div class="stack">
      <section class="stack-small">
        <h3>{t(`hosts.proof.${proof}`)}</h3>
        <p>{t(`hosts.proofText.${proof}`, { host: host.host })}</p>
        <details class="section">
          <summary>{t("hosts.how")}</summary>
          <ol class="steps section-body">
            {(["claim", "prove", "pass", "keep"] as const).map((step) => (
              <li key={step}>
                <div>
                  <h3>{t(`hosts.how.${step}`)}</h3>
                  <p class="muted">{t(`hosts.howText.${step}`)}</p>
                </div>
              </li>
            ))}
          </ol>
        </details>
      </section>
      <p class="small muted">
        {t("hosts.connectedBy", { name: host.created_by.name })} <Moment at={host.connected_at} />
      </p>
      {isOwner && <HostExport name={host.host} />}
      {isOwner && host.held && (
        <section class="stack-small">
          <h3>{t("hosts.move")}</h3>
          <p class="muted">{t("hosts.moveText")}</p>
          <div>
            <Button onClick={() => setMoving(true)} label={t("hosts.moveOpen")} />
          </div>
        </section>
      )}
      {mayConnect && (
        <section class="stack-small">
          <h3>{t("hosts.disconnect")}</h3>
          <p class="muted">{t("hosts.disconnectText")}</p>
          <div>
            <Button kind="bad" onClick={() => setLeaving(true)} label={t("hosts.disconnect")} />
          </div>
        </section>
      )}
      {/* Below the buttons, which its arrival would move. */}
      <Passings name={host.host} />
      {isMoving && <MoveDialog host={host} onClose={() => setMoving(false)} />}
      {isLeaving && <DisconnectDialog host={host} onClose={() => setLeaving(false)} onGone={onGone} />}
    </div>
  );
}

/** The times when the workspace got and lost the hostname, and when its files were written. */
function Passings({ name }: { name: string }) {
  const history = useGet<Page<HostHistoryEntry>>(
    ["host", name, "history"],
    `/host/${encodeURIComponent(name)}/history`,
    { query: { per_page: 20 } },
  );
  if (history.data === undefined) return <Loading read={history} lines={2} />;
  if (history.data.data.length === 0) return null;
  return (
    <section class="stack-small">
      <h3>{t("hosts.passings")}</h3>
      <ul class="list">
        {history.data.data.map((entry) => (
          <li key={entry.id}>
            <span>
              {entry.file === null
                ? t(entry.new.held ? "hosts.gained" : "hosts.lost")
                : t(entry.new.file ? "hosts.fileStored" : "hosts.fileDeleted", { name: entry.file })}
              <span class="small muted">
                {" · "}
                {entry.file === null ? t(`hosts.reason.${entry.reason}`) : entry.actor.name}
              </span>
            </span>
            <span class="small muted">
              <Moment at={entry.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DisconnectProps {
  host: Host;
  onClose: () => void;
  onGone: () => void;
}

/** Shows the records of a hostname before it is disconnected. The API refuses to disconnect a hostname with records. */
function DisconnectDialog({ host, onClose, onGone }: DisconnectProps) {
  const total = totalOf(host);
  const disconnect = async () => {
    await call("DELETE", `/host/${encodeURIComponent(host.host)}`);
    onClose();
    onGone();
    showToast(t("hosts.disconnected", { host: host.host }));
    await refresh("hosts", "host", "facets");
  };
  if (total > 0) {
    const list = `?host=${encodeURIComponent(host.host)}`;
    return (
      <ConfirmDialog
        title={t("hosts.disconnectFull", { count: total })}
        confirmLabel={t("hosts.showRecords")}
        onConfirm={() => location.assign(`/links${list}`)}
        onClose={onClose}
      >
        <p class="break">{t("hosts.disconnectFullText", { host: host.host })}</p>
        <ul class="list">
          {Object.entries(countsOf(host)).map(([handler, count]) => (
            <li key={handler}>
              <span>{t(`hosts.kind.${handler}` as "hosts.kind.qr")}</span>
              <span class="number">{count}</span>
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={t("hosts.disconnectTitle", { host: host.host })}
      confirmLabel={t("hosts.disconnect")}
      isDangerous
      onConfirm={disconnect}
      onClose={onClose}
      text={t("hosts.disconnectEmptyText")}
    />
  );
}

interface Moved {
  records: { here: number; there: number };
}

function MoveDialog({ host, onClose }: { host: Host; onClose: () => void }) {
  return (
    <FormDialog
      title={t("hosts.moveTitle", { host: host.host })}
      first={{ token: "", isEmptyFine: false }}
      sendLabel={t("hosts.moveOpen")}
      isDangerous
      isReady={({ token }) => token.trim() !== ""}
      send={async ({ token, isEmptyFine }) => {
        const path = `/host/${encodeURIComponent(host.host)}/move`;
        const body = { token: token.trim(), ...(isEmptyFine && { empty: true }) };
        const headers = { "Idempotency-Key": crypto.randomUUID() };
        const { records } = await withProof(() => call<Moved>("POST", path, { body, headers }));
        onClose();
        showToast(t("hosts.moved", { host: host.host, here: records.here, there: records.there }));
        await refresh("hosts", "host", "facets", "records");
      }}
      onClose={onClose}
    >
      {(part) => (
        <>
          <p>{t("hosts.moveEffect", { count: totalOf(host) })}</p>
          <TextField
            label={t("hosts.moveToken")}
            hint={t("hosts.moveTokenHint")}
            type="password"
            required
            {...bind(part, "token")}
          />
          <CheckField
            label={t("hosts.moveEmpty")}
            hint={t("hosts.moveEmptyHint")}
            {...bind(part, "isEmptyFine")}
          />
        </>
      )}
    </FormDialog>
  );
}
