import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import type { Token } from "../../api/types.ts";
import { useList } from "../../api/use-list.ts";
import { ConfirmDialog } from "../../component/dialog.tsx";
import { Icon } from "../../component/icon.tsx";
import { Ago, Moment } from "../../component/moment.tsx";
import { MoreButton } from "../../component/more-button.tsx";
import { describeError, ErrorState, Skeleton } from "../../component/state.tsx";
import { withProof } from "../../state/proof.tsx";
import { useSession } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { ShownReach } from "./reach-fields.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { TokenDialog } from "./token-dialog.tsx";

/** The tokens by which programs and browsers call the API. */
export function TokensTab() {
  const list = useList<Token>("tokens", "/tokens");
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [revoked, setRevoked] = useState<Token | null>(null);
  const { token: own, method } = useSession();
  if (list.items === undefined) {
    return list.read.isError ? (
      <ErrorState error={list.read.error} onRetry={() => void list.read.refetch()} />
    ) : (
      <Skeleton lines={4} height="3.25rem" />
    );
  }
  const isOwn = (token: Token) => method === "token" && token.id === own.id;
  return (
    <div class="stack">
      <div class="line-apart">
        <p class="muted">{t("settings.tokensText")}</p>
        <button type="button" class="button" onClick={() => setMaking(true)}>
          <Icon name="plus" />
          {t("settings.makeToken")}
        </button>
      </div>
      <ul class="table-box rows" aria-label={t("settings.tab.tokens")}>
        {list.items.map((token) => (
          <li key={token.id}>
            <div class="stack-small">
              <div class="line">
                <strong class="break">{token.name}</strong>
                {isOwn(token) && <span class="chip chip-good">{t("settings.thisSession")}</span>}
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
                <ShownReach hosts={token.hosts} />
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
            <button
              type="button"
              class="button"
              aria-label={t("settings.revokeNamed", { name: token.name })}
              onClick={() => setRevoked(token)}
            >
              {t("settings.revoke")}
            </button>
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
  const [isBusy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    try {
      await withProof(() => call("DELETE", `/tokens/${token.id}`));
      onClose();
      showToast(t("settings.revoked", { name: token.name }));
      await refresh("tokens");
    } catch (error) {
      setBusy(false);
      showToast(describeError(error));
    }
  };
  return (
    <ConfirmDialog
      title={t("settings.revokeTitle", { name: token.name })}
      confirmLabel={t("settings.revoke")}
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p>{t(isOwn ? "settings.revokeOwn" : "settings.revokeText")}</p>
    </ConfirmDialog>
  );
}
