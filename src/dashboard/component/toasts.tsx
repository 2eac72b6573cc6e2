import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { createStore, useStore } from "../state/store.ts";
import { announcement, hideToast, toasts } from "../state/toast.ts";

/** The modal dialogs that are open, the topmost one last. Everything outside the topmost one is inert. */
export const openDialogs = createStore<readonly HTMLDialogElement[]>([]);

/**
 * The messages at the bottom of the page, and the live region for screen readers. Every dialog has its own, because the
 * page under a dialog is inert (contract 32.34).
 */
export function Toasts({ dialog }: { dialog?: RefObject<HTMLDialogElement | null> }) {
  const shown = useStore(toasts);
  const isOnTop = useStore(openDialogs).at(-1) === dialog?.current;
  return (
    <>
      <LiveRegion />
      {isOnTop && (
        <div class="toasts">
          {shown.map(({ id, text, action, link }) => (
            <div key={id} class="toast">
              <span>{text}</span>
              {link !== undefined && <a href={link.href}>{link.label}</a>}
              {action !== undefined && (
                <button
                  type="button"
                  onClick={() => {
                    hideToast(id);
                    action.run();
                  }}
                >
                  {action.label}
                </button>
              )}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

/** Has only what was announced since it was made: what is older was read aloud elsewhere. */
function LiveRegion() {
  const current = useStore(announcement);
  const [older] = useState(current);
  return (
    <div class="aloud" role="status">
      {current === older ? "" : current.text}
    </div>
  );
}
