import { useState } from "preact/hooks";
import { isLoopback } from "../../domain/client/words.ts";
import { ApiError } from "../api/client.ts";
import { ButtonLink, CopyButton } from "../component/button.tsx";
import { CancelButton, Dialog } from "../component/dialog.tsx";
import { TextField } from "../component/field.tsx";
import { bind, FormDialog } from "../component/form.tsx";
import { describeError } from "../component/state.tsx";
import { t } from "../text/text.ts";
import { createStore, useStore, whenForgotten } from "./store.ts";
import { ACCESS_SIGN_OUT, session, signInAgain, TOKEN, useSession } from "./session.ts";

/** A call that waits until its user enters the token again. */
interface Waiting {
  proceed: () => void;
  giveUp: () => void;
}

const waiting = createStore<Waiting | null>(null);
whenForgotten(() => waiting.set(null));

/** Makes a call, and repeats it when the user has entered the token again, if the API asks for it. @throws ApiError */
export async function withProof<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.body.needs !== "proof") throw error;
    await new Promise<void>((resolve, reject) => {
      waiting.set({ proceed: resolve, giveUp: () => reject(error) });
    }).finally(() => waiting.set(null));
    return await run();
  }
}

/** The dialog of `withProof`. The shell renders it. */
export function ProofDialog() {
  const call = useStore(waiting);
  if (call === null) return null;
  if (session.get()?.method === "access") return <AccessProof onClose={call.giveUp} />;
  return <TokenProof {...call} />;
}

function TokenProof({ proceed, giveUp }: Waiting) {
  const [problem, setProblem] = useState("");
  return (
    <FormDialog
      title={t("proof.title")}
      first={{ token: "" }}
      sendLabel={t("proof.submit")}
      send={async ({ token }) => {
        const problem = await prove(token.trim()).catch(describeError);
        setProblem(problem);
        if (problem === "") proceed();
      }}
      onClose={giveUp}
    >
      {(part) => (
        <>
          <p>{t("proof.text")}</p>
          <p class="muted">{t("proof.where")}</p>
          <TextField
            label={t("signIn.token")}
            type="password"
            autocomplete="current-password"
            required
            autofocus
            {...bind(part, "token")}
            errors={problem === "" ? [] : [problem]}
          />
          <NewToken />
        </>
      )}
    </FormDialog>
  );
}

/** The command that makes a token for an owner who has none, as somebody signed in by the link of a start has. */
function NewToken() {
  const { role, workspace } = useSession();
  if (role !== "owner") return null;
  const place = isLoopback(location.hostname) ? "" : " --remote";
  const command = `npm run -s workspace -- token ${workspace.id}${place}`;
  return (
    <details class="section">
      <summary>{t("proof.mine")}</summary>
      <div class="stack-small section-body">
        <p class="small muted">{t("proof.lost")}</p>
        <div class="secret">
          <code class="break">{command}</code>
          <CopyButton text={command} />
        </div>
      </div>
    </details>
  );
}

/** Signs in again with a token of the same user. Returns why it did not; the empty text after a success. */
async function prove(token: string): Promise<string> {
  if (!TOKEN.test(token)) return t("signIn.notToken");
  if (await signInAgain(token)) return "";
  return t("proof.notYours", { workspace: session.get()?.workspace.name ?? "" });
}

/** Access confirms the user only by a new sign-in, which leaves the page. */
function AccessProof({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t("proof.accessTitle")} onClose={onClose}>
      <p>{t("proof.accessText")}</p>
      <div class="line">
        <ButtonLink kind="main" href={ACCESS_SIGN_OUT} target="_self" label={t("proof.accessSubmit")} />
        <CancelButton onClick={onClose} />
      </div>
    </Dialog>
  );
}
