import type { ComponentChild, ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ErrorState } from "./state.tsx";

type Part<Props> = { default: ComponentType<Props> };

interface OnDemandProps<Props> {
  /** Loads the module of the part. */
  load: () => Promise<Part<Props>>;
  props: Props;
  /** What stands there meanwhile. */
  waiting: ComponentChild;
}

/** A part of a screen whose code is loaded when it is first shown. */
export function OnDemand<Props extends object>({ load, props, waiting }: OnDemandProps<Props>) {
  const [part, setPart] = useState<Part<Props> | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => void load().then(setPart, setError), []);
  // A new release has removed the file. A reload gets the new names.
  if (error !== null) return <ErrorState error={error} onRetry={() => location.reload()} />;
  return part === null ? waiting : <part.default {...props} />;
}
