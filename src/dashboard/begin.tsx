import { render } from "preact";
import { whenSignedOut } from "./api/client.ts";
import { dropEarlySoon, whenAnswered, whenAsked } from "./api/early.ts";
import { App, preload } from "./app.tsx";
import { ErrorState } from "./component/state.tsx";
import { listenToBack } from "./state/back.ts";
import { applyTheme, preferences } from "./state/preference.ts";
import { loadSession, renewSession, session } from "./state/session.ts";
import { partsAt, STATISTICS } from "./screens.ts";
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
      whenStyled(),
    ]);
    render(<Statistics />, root);
    return;
  }
  const signedIn = loadSession();
  // What the address shows is loaded meanwhile. If that fails, showing it fails, and says so.
  for (const { load } of parts) load().catch(() => {});
  const [loaded] = await Promise.allSettled([
    signedIn,
    whenAsked(),
    speak(preferences.get().language),
    whenStyled(),
  ]);
  dropEarlySoon();
  if (session.get() !== null) {
    await preload(location.pathname);
    if (!parts.some(({ isUsableUnanswered }) => isUsableUnanswered)) await whenAnswered();
  }
  if (loaded.status === "rejected") {
    const retry = () => location.reload();
    render(<ErrorState error={loaded.reason} onRetry={retry} />, root);
  } else {
    render(<App isCodeRefused={loaded.value.isCodeRefused} />, root);
  }
}

/** Waits for the style, by which lists measure their rows. The script is async, so it may come first. */
async function whenStyled(): Promise<void> {
  const style = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  if (style === null || style.sheet !== null) return;
  await new Promise((resolve) => {
    style.addEventListener("load", resolve);
    style.addEventListener("error", resolve);
  });
}

void begin();
