import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { refresh, useList } from "../../api/query.ts";
import type { Token } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { ConfirmDialog } from "../../component/dialog.tsx";
import { SelectField, TextField } from "../../component/field.tsx";
import { bind, FormDialog } from "../../component/form.tsx";
import { Loading, MoreButton } from "../../component/state.tsx";
import { Ago, Moment } from "../../component/moment.tsx";
import { withProof } from "../../state/proof.tsx";
import { useSession } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { checkReach, type Reach, ReachFields, ShownReach } from "./reach-fields.tsx";
import { SecretDialog } from "./secret-dialog.tsx";

export default function TokensTab() {
  const list = useList<Token>("tokens", "/tokens");
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [revoked, setRevoked] = useState<Token | null>(null);
  const { token: own, method } = useSession();
  if (list.items === undefined) return <Loading read={list.read} lines={4} height="3.25rem" />;
  const isOwn = (token: Token) => method === "token" && token.id === own.id;
  return (
    <div class="stack">
      <div class="line-apart">
        <p class="muted">{t("settings.tokensText")}</p>
        <Button onClick={() => setMaking(true)} icon="plus" label={t("settings.makeToken")} />
      </div>
      <ul class="table-box rows" aria-label={t("settings.tab.tokens")}>
        {list.items.map((token) => (
          <li key={token.id}>
            <div class="stack-small">
              <div class="line">
                <strong class="break">{token.name}</strong>
                {isOwn(token) && <span class="chip chip-good">{t("settings.thisSession")}</span>}
                {token.only !== null && <span class="chip">{t("settings.tokenForConversions")}</span>}
                {isOver(token) && <span class="chip chip-bad">{t("settings.over")}</span>}
              </div>
              <div class="small muted">
                {token.expires_at === null ? (
                  t("settings.endsNever")
                ) : (
                  <>
                    {t("settings.ends")} <Moment at={token.expires_at} />
                  </>
                )}
              </div>
            </div>
            <div class="stack-small small">
              <div>{t(`role.${token.role}`)}</div>
              <div class="muted">
                <ShownReach hosts={token.hosts} tags={token.tags} />
              </div>
            </div>
            <span class="small muted">
              {token.last_used_at === null ? (
                t("settings.neverUsed")
              ) : (
                <>
                  {t("settings.used")} <Ago at={token.last_used_at} />
                </>
              )}
            </span>
            <Button
              aria-label={t("settings.revokeNamed", { name: token.name })}
              onClick={() => setRevoked(token)}
              label={t("settings.revoke")}
            />
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
      {isMaking && (
        <TokenDialog
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setSecret(made);
          }}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title={t("settings.newToken")}
          text={t("settings.newTokenText")}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
      {revoked !== null && (
        <RevokeDialog token={revoked} isOwn={isOwn(revoked)} onClose={() => setRevoked(null)} />
      )}
    </div>
  );
}

function isOver({ expires_at }: Token): boolean {
  return expires_at !== null && Date.parse(expires_at) <= Date.now();
}

function RevokeDialog({ token, isOwn, onClose }: { token: Token; isOwn: boolean; onClose: () => void }) {
  const revoke = async () => {
    await withProof(() => call("DELETE", `/tokens/${token.id}`));
    onClose();
    showToast(t("settings.revoked", { name: token.name }));
    await refresh("tokens");
  };
  return (
    <ConfirmDialog
      title={t("settings.revokeTitle", { name: token.name })}
      confirmLabel={t("settings.revoke")}
      isDangerous
      onConfirm={revoke}
      onClose={onClose}
      text={t(isOwn ? "settings.revokeOwn" : "settings.revokeText")}
    />
  );
}

const DAY_MS = 86_400_000;
/** The lifetimes of a token in days. */
const ENDS = ["1", "7", "30", "90", "365"];

const FIRST: Reach & { name: string; only: string; expires: string } = {
  name: "",
  role: "editor",
  hosts: null,
  tags: null,
  only: "",
  expires: "",
};

function TokenDialog({ onClose, onMade }: { onClose: () => void; onMade: (secret: string) => void }) {
  return (
    <FormDialog
      title={t("settings.makeToken")}
      first={FIRST}
      sendLabel={t("settings.makeToken")}
      send={async (form) => {
        checkReach(form);
        const endsAtMs = Date.now() + Number(form.expires) * DAY_MS;
        const expires = form.expires === "" ? null : new Date(endsAtMs).toISOString();
        const body = { ...form, name: form.name.trim(), only: form.only || null, expires };
        const made = await withProof(() => call<{ token: string }>("POST", "/tokens", { body }));
        onMade(made.token);
        await refresh("tokens");
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
          <SelectField
            label={t("settings.tokenFor")}
            none={t("settings.tokenForAll")}
            hint={part.form.only === "" ? undefined : t("settings.tokenOnlyText")}
            options={[{ value: "conversions", label: t("settings.tokenForConversions") }]}
            {...bind(part, "only")}
          />
          <ReachFields
            part={part}
            roleHint={part.form.only === "" ? undefined : t("settings.tokenOnlyRole")}
          />
          <SelectField
            label={t("settings.endsAfter")}
            none={t("settings.never")}
            options={ENDS.map((value) => ({ value, label: t("settings.days", { count: Number(value) }) }))}
            {...bind(part, "expires")}
          />
        </>
      )}
    </FormDialog>
  );
}
