import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type LoadedPart, loadedPart, loadPart } from "../load-part.ts";
import { ErrorState } from "./state.tsx";

interface OnDemandProps<Props> {
  part: LoadedPart<Props>;
  props: Props;
  /** What stands there meanwhile. */
  waiting: ComponentChild;
}

/** A part of a screen whose code is loaded when it is first shown. */
export function OnDemand<Props extends object>({ part, props, waiting }: OnDemandProps<Props>) {
  const [loaded, setLoaded] = useState(() => loadedPart(part));
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (loaded === undefined) void loadPart(part).then(setLoaded, setError);
  }, []);
  // A new release has removed the file. A reload gets the new names.
  if (error !== null) return <ErrorState error={error} onRetry={() => location.reload()} />;
  return loaded === undefined ? waiting : <loaded.default {...props} />;
}
