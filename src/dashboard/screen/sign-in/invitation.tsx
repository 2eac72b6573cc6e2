import { useState } from "preact/hooks";
import { ApiError } from "../../api/client.ts";
import type { Session, SessionAnswer } from "../../api/types.ts";
import { Button, CopyButton } from "../../component/button.tsx";
import { useSubmission } from "../../component/form.tsx";
import { describeError } from "../../component/state.tsx";
import { acceptInvitation, enter } from "../../state/session.ts";
import { t } from "../../text/text.ts";

/** What an invitation leads to. Only its button uses it, because programs that look at links open the page as well. */
export default function Invitation() {
  const [answer, setAnswer] = useState<SessionAnswer | null>(null);
  const { failure, isBusy, submit } = useSubmission();
  const invitation = /^#([\w-]{43})$/.exec(location.hash)?.[1];
  if (answer?.token !== undefined && answer.session !== null) {
    return <Token token={answer.token} of={answer.session} onKept={() => enter(answer)} />;
  }
  return (
    <main class="sign-in">
      <h1>{t("invitation.title")}</h1>
      {invitation === undefined ? (
        <p class="notice notice-bad">{t("invitation.incomplete")}</p>
      ) : (
        <>
          <p class="muted">{t("invitation.text", { host: location.host })}</p>
          <div>
            <Button
              kind="main"
              disabled={isBusy}
              onClick={() => void submit(async () => setAnswer(await acceptInvitation(invitation)))}
              label={t("invitation.use")}
            />
          </div>
        </>
      )}
      <div class={failure === null ? "aloud" : "notice notice-bad"} role="alert">
        {failure !== null && sayRefusal(failure)}
      </div>
    </main>
  );
}

function sayRefusal(error: unknown): string {
  const isOver = error instanceof ApiError && error.status === 401;
  return isOver ? t("invitation.refused") : describeError(error);
}

interface TokenProps {
  token: string;
  of: Session;
  onKept: () => void;
}

/** Whose member the invitation has made, which nobody is told who only looks at the link, and the token. */
function Token({ token, of: { workspace, role }, onKept }: TokenProps) {
  return (
    <main class="sign-in">
      <h1>{t("invitation.token")}</h1>
      <p>
        {t("invitation.member", {
          workspace: workspace.name,
          host: location.host,
          role: t(`role.${role}`),
        })}
      </p>
      <p class="muted">{t("invitation.tokenText")}</p>
      <div class="secret">
        <code class="break">{token}</code>
        <CopyButton text={token} of={t("invitation.token")} />
      </div>
      <div>
        <Button kind="main" onClick={onKept} label={t("invitation.go")} />
      </div>
    </main>
  );
}
