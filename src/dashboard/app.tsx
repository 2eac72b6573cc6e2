import { ButtonLink } from "./component/button.tsx";
import { ErrorBoundary, lazy, LocationProvider, Route, Router, useLocation } from "preact-iso";
import { useEffect, useState } from "preact/hooks";
import { EmptyState, ErrorState, Skeleton } from "./component/state.tsx";
import { loadPart } from "./load-part.ts";
import { partsAt, type Screen, screenAt, SCREENS } from "./screens.ts";
import { SignIn } from "./screen/sign-in/sign-in.tsx";
import { Shell } from "./shell/shell.tsx";
import { preferences } from "./state/preference.ts";
import { session, useHasFolders } from "./state/session.ts";
import { useStore } from "./state/store.ts";
import { useSearch } from "./state/page.tsx";
import { findUrl } from "./state/find-url.ts";
import { speak, t } from "./text/text.ts";

const ROUTES = SCREENS.map((screen) => ({
  path: screen.path,
  screen,
  component: lazy(() => loadShown(screen)),
}));

/** Loads a screen with what the address shows of it. If a part of it fails, showing that says so. */
async function loadShown(screen: Screen): ReturnType<Screen["load"]> {
  const parts = partsAt(location.pathname).map(loadPart);
  const [module] = await Promise.all([loadPart(screen), Promise.allSettled(parts)]);
  return module;
}

/** Loads the screen of an address, so that it is drawn at once. If that fails, showing it says so. */
export async function preload(path: string): Promise<void> {
  const screen = screenAt(path);
  const route = ROUTES.find((one) => one.screen === screen);
  await route?.component.preload().catch(() => {});
}

const Invitation = lazy(() =>
  loadPart({ load: () => import("./screen/sign-in/invitation.tsx"), texts: ["settings"] }),
);

/** Links to the API and its reference leave the dashboard. */
const OWN_ADDRESSES = /^\/(?!v1\/|docs|cdn-cgi\/)/;

export function App({ isCodeRefused }: { isCodeRefused: boolean }) {
  const current = useStore(session);
  const language = useSpokenLanguage();
  if (location.pathname === "/invitation") {
    return (
      <ErrorBoundary key={language}>
        <Invitation />
      </ErrorBoundary>
    );
  }
  if (current === null) return <SignIn key={language} isCodeRefused={isCodeRefused} />;
  return (
    <LocationProvider key={`${language} ${current.user.id} ${current.workspace.id}`} scope={OWN_ADDRESSES}>
      <Shell>
        <Screens />
      </Shell>
    </LocationProvider>
  );
}

function Screens() {
  const [error, setError] = useState<unknown>(null);
  const [isLoading, setLoading] = useState(false);
  const { path } = useLocation();
  const hasFolders = useHasFolders();
  useEffect(() => setError(null), [path]);
  if (hasFolders && screenAt(path)?.isOfRecords === false) return <EmptyState title={t("error.limited")} />;
  // A new release has removed the file of a screen. A reload gets the new names.
  if (error !== null) return <ErrorState error={error} onRetry={() => location.reload()} />;
  return (
    <ErrorBoundary onError={setError}>
      {isLoading && <Skeleton lines={8} height="2.75rem" />}
      <Router onLoadStart={() => setLoading(true)} onLoadEnd={() => setLoading(false)}>
        {ROUTES.map(({ path, component }) => (
          <Route key={path} path={path} component={component} />
        ))}
        <Route path="/redirects/:id?" component={EarlierList} />
        <Route path="/share" component={Shared} />
        <Route default component={NotFound} />
      </Router>
    </ErrorBoundary>
  );
}

/** The addresses of the list of redirects that earlier releases had. */
function EarlierList() {
  const { path, route } = useLocation();
  const search = useSearch();
  const kind = search.values["kind"] ?? "redirect";
  useEffect(() => route(search.at(path.replace("/redirects", "/links"), { kind }), true), []);
  return null;
}

/** What another app shared with the installed one. Many apps write the URL into the text. */
function Shared() {
  const { route } = useLocation();
  const { values } = useSearch();
  const shared = [values["url"], values["text"], values["title"]]
    .map(findUrl)
    .find((url) => url !== undefined);
  useEffect(() => route(`/links?new=${encodeURIComponent(shared ?? "")}`, true), []);
  return null;
}

function NotFound() {
  return (
    <EmptyState title={t("notFound.title")}>
      <ButtonLink href="/" label={t("nav.overview")} />
    </EmptyState>
  );
}

function useSpokenLanguage(): string {
  const { language } = useStore(preferences);
  const [spoken, setSpoken] = useState(language);
  useEffect(() => {
    void speak(language).then(() => setSpoken(language));
  }, [language]);
  return spoken;
}
