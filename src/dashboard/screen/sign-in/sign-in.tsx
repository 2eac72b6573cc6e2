import { useSubmission } from "../../component/form.tsx";
import { useState } from "preact/hooks";
import { Button, Icon } from "../../component/button.tsx";
import { TextField } from "../../component/field.tsx";
import { describeError } from "../../component/state.tsx";
import { ownWorkspaces, signIn, TOKEN } from "../../state/session.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";

/** Asks for a token, or for the workspace. The address stays, so that a shared link opens its page. */
export function SignIn({ isCodeRefused }: { isCodeRefused: boolean }) {
  const [token, setToken] = useState("");
  const [problem, setProblem] = useState(isCodeRefused ? t("signIn.codeRefused") : "");
  const [isBusy, setBusy] = useState(false);
  const workspaces = useStore(ownWorkspaces);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!TOKEN.test(token.trim())) {
      setProblem(t("signIn.notToken"));
      return;
    }
    setBusy(true);
    setProblem("");
    await signIn({ token: token.trim() }).catch((error: unknown) => {
      setBusy(false);
      setProblem(describeError(error));
    });
  };
  if (workspaces !== null && workspaces.length > 0) return <WorkspaceChoice workspaces={workspaces} />;
  return (
    <main class="sign-in">
      <div class="brand">
        <Icon name="redirects" />
        Signpost
      </div>
      {workspaces?.length === 0 && <p class="notice notice-warn">{t("workspace.none")}</p>}
      <h1>{t("signIn.submit")}</h1>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t("signIn.token")}
          hint={t("signIn.hint")}
          value={token}
          onValue={setToken}
          type="password"
          name="token"
          autocomplete="current-password"
          spellcheck={false}
          errors={problem === "" ? [] : [problem]}
          required
          autofocus
        />
        <div class="aloud" role="alert">
          {problem}
        </div>
        <div>
          <Button
            kind="main"
            type="submit"
            disabled={isBusy}
            label={isBusy ? t("signIn.busy") : t("signIn.submit")}
          />
        </div>
      </form>
    </main>
  );
}

/** Asks a user signed in by Cloudflare Access which workspace to open. */
function WorkspaceChoice({ workspaces }: { workspaces: { id: string; name: string }[] }) {
  const { failure, isBusy, submit } = useSubmission();
  return (
    <main class="sign-in">
      <h1>{t("workspace.choose")}</h1>
      <p class="muted">{t("workspace.chooseText")}</p>
      <ul class="stack-small">
        {workspaces.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              class="button wide"
              disabled={isBusy}
              onClick={() => void submit(() => signIn({ workspace: id }))}
            >
              <span class="cut">{name}</span>
            </button>
          </li>
        ))}
      </ul>
      <div class={failure === null ? "aloud" : "notice notice-bad"} role="alert">
        {failure !== null && describeError(failure)}
      </div>
    </main>
  );
}
