import { render } from "preact";
import { whenSignedOut } from "./api/client.ts";
import { App } from "./app.tsx";
import { ErrorState } from "./component/state.tsx";
import { listenToBack } from "./state/back.ts";
import { applyTheme, preferences } from "./state/preference.ts";
import { loadSession, renewSession } from "./state/session.ts";
import { partsAt, STATISTICS } from "./screens.ts";
import { expectTexts, speak } from "./text/text.ts";

/** Begins the dashboard: waits for texts and session, and then draws the page once. */
async function begin(): Promise<void> {
  const root = document.querySelector("#app");
  if (root === null) return;
  applyTheme();
  listenToBack();
  whenSignedOut(renewSession);
  // What the address shows is loaded meanwhile. If that fails, showing it fails, and says so.
  for (const { load, texts } of partsAt(location.pathname)) {
    expectTexts(texts);
    load().catch(() => {});
  }
  if (location.pathname === STATISTICS.path) {
    const [{ default: Statistics }] = await Promise.all([
      STATISTICS.load(),
      speak(preferences.get().language),
    ]);
    render(<Statistics />, root);
    return;
  }
  const [, loaded] = await Promise.allSettled([speak(preferences.get().language), loadSession()]);
  if (loaded.status === "rejected") {
    const retry = () => location.reload();
    render(<ErrorState error={loaded.reason} onRetry={retry} />, root);
  } else {
    render(<App isCodeRefused={loaded.value.isCodeRefused} />, root);
  }
}

await begin();
