import "./shared.ts";
import { render } from "preact";
import { whenSignedOut } from "./api/client.ts";
import { App } from "./app.tsx";
import { ErrorState } from "./component/state.tsx";
import { listenToBack } from "./state/back.ts";
import { applyTheme, preferences } from "./state/preference.ts";
import { loadSession, renewSession } from "./state/session.ts";
import { screenAt } from "./screens.ts";
import { expectTexts, speak } from "./text/text.ts";

/** Starts the dashboard: loads texts and session in parallel, and then draws the page once. */
async function main(): Promise<void> {
  const root = document.querySelector("#app");
  if (root === null) return;
  applyTheme();
  listenToBack();
  whenSignedOut(renewSession);
  // The screen of the address is loaded meanwhile. If that fails, showing it fails, and says so.
  const screen = screenAt(location.pathname);
  if (screen !== undefined) {
    expectTexts(screen.texts);
    screen.load().catch(() => {});
  }
  const [, loaded] = await Promise.allSettled([speak(preferences.get().language), loadSession()]);
  if (loaded.status === "rejected") {
    const retry = () => location.reload();
    render(<ErrorState error={loaded.reason} onRetry={retry} />, root);
  } else {
    render(<App isCodeRefused={loaded.value.isCodeRefused} />, root);
  }
}

await main();
