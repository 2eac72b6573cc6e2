import { render } from "preact";
import { askEarly, whenSignedOut } from "./api/client.ts";
import { App } from "./app.tsx";
import { ErrorState } from "./component/state.tsx";
import { listenToBack } from "./state/back.ts";
import { applyTheme, preferences } from "./state/preference.ts";
import { loadSession, mayReadAll, renewSession } from "./state/session.ts";
import { partsAt, type SomePart, STATISTICS } from "./screens.ts";
import { expectTexts, speak } from "./text/text.ts";

let isDrawn = false;

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
  for (const { load } of parts) {
    void askWhenLoaded(load, signedIn).catch(() => {});
  }
  const [loaded] = await Promise.allSettled([signedIn, speak(preferences.get().language), whenStyled()]);
  isDrawn = true;
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

/** Asks for what a screen reads first, unless it is being drawn by the time its code is there, and asks itself. */
async function askWhenLoaded(load: SomePart["load"], signedIn: Promise<unknown>): Promise<void> {
  const [{ firstAsks }] = await Promise.all([load(), signedIn]);
  if (firstAsks === undefined || isDrawn || location.search !== "" || !mayReadAll()) return;
  askEarly(firstAsks(location.pathname.split("/")[2]));
}

await begin();
