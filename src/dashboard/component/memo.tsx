import type { FunctionComponent } from "preact";
import { useMemo } from "preact/hooks";

/** Returns a component that is drawn again only if its properties have changed, or something that it reads itself. */
export function memo<Props extends object>(Part: FunctionComponent<Props>): FunctionComponent<Props> {
  return (props) => useMemo(() => <Part {...props} />, Object.values(props));
}
