import { render } from "preact";
import { askEarly, whenSignedOut } from "./api/client.ts";
import { App } from "./app.tsx";
import { ErrorState } from "./component/state.tsx";
import { listenToBack } from "./state/back.ts";
import { applyTheme, preferences } from "./state/preference.ts";
import { loadSession, mayReadAll, renewSession } from "./state/session.ts";
import { partsAt, type SomePart, STATISTICS } from "./screens.ts";
import { expectTexts, speak } from "./text/text.ts";

/** Begins the dashboard: waits for texts and session, and then draws the page once. */
async function begin(): Promise<void> {
  const root = document.querySelector("#app");
  if (root === null) return;
  applyTheme();
  listenToBack();
  whenSignedOut(renewSession);
  const parts = partsAt(location.pathname);
  for (const { texts } of parts) expectTexts(texts);
  if (location.pathname === STATISTICS.path) {
    const [{ default: Statistics }] = await Promise.all([
      STATISTICS.load(),
      speak(preferences.get().language),
    ]);
    render(<Statistics />, root);
    return;
  }
  const signedIn = loadSession();
  // What the address shows is loaded meanwhile. If that fails, showing it fails, and says so.
  for (const { load } of parts) {
    void askWhenLoaded(load, signedIn).catch(() => {});
  }
  const [, loaded] = await Promise.allSettled([speak(preferences.get().language), signedIn]);
  if (loaded.status === "rejected") {
    const retry = () => location.reload();
    render(<ErrorState error={loaded.reason} onRetry={retry} />, root);
  } else {
    render(<App isCodeRefused={loaded.value.isCodeRefused} />, root);
  }
}

async function askWhenLoaded(load: SomePart["load"], signedIn: Promise<unknown>): Promise<void> {
  const [{ firstAsks }] = await Promise.all([load(), signedIn]);
  const { pathname, search } = location;
  if (firstAsks !== undefined && search === "" && mayReadAll()) askEarly(firstAsks(pathname.split("/")[2]));
}

await begin();
