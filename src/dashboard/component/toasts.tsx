import { useStore } from "../state/store.ts";
import { announcement, hideToast, toasts } from "../state/toast.ts";

/** The messages at the bottom of the page, and the live region for screen readers. */
export function Toasts() {
  const shown = useStore(toasts);
  return (
    <>
      <div class="aloud" role="status">
        {useStore(announcement)}
      </div>
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
    </>
  );
}
