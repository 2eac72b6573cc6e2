/** Hears of Back before the router does; null if nobody listens. */
let hear: ((event: Event) => void) | null = null;

/** Begins to listen. It has to happen before the router begins, since a window calls listeners in that order. */
export function listenToBack(): void {
  addEventListener("popstate", (event) => hear?.(event));
}

/** Lets a function hear of Back, and stop the router. Returns the function that ends it. */
export function hearBack(heard: (event: Event) => void): () => void {
  hear = heard;
  return () => {
    if (hear === heard) hear = null;
  };
}
