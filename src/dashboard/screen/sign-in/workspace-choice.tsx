import { useState } from "preact/hooks";
import { describeError } from "../../component/state.tsx";
import { signIn } from "../../state/session.ts";
import { t } from "../../text/text.ts";

/** Asks a user signed in by Cloudflare Access which workspace to open. */
export function WorkspaceChoice({ workspaces }: { workspaces: { id: string; name: string }[] }) {
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const choose = async (workspace: string) => {
    setBusy(true);
    setProblem("");
    await signIn({ workspace }).catch((error: unknown) => {
      setBusy(false);
      setProblem(describeError(error));
    });
  };
  return (
    <main class="sign-in">
      <h1>{t("workspace.choose")}</h1>
      <p class="muted">{t("workspace.chooseText")}</p>
      <ul class="stack-small">
        {workspaces.map(({ id, name }) => (
          <li key={id}>
            <button type="button" class="button wide" disabled={isBusy} onClick={() => void choose(id)}>
              <span class="cut">{name}</span>
            </button>
          </li>
        ))}
      </ul>
      <div class={problem === "" ? "aloud" : "notice notice-bad"} role="alert">
        {problem}
      </div>
    </main>
  );
}
