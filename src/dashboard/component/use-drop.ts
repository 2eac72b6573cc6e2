import { useState } from "preact/hooks";

/** Returns the attributes of a drop target for files; `data-over` is set while a file is above it. */
export function useDrop(onFile: (file: File | undefined) => void) {
  const [isOver, setOver] = useState(false);
  return {
    "data-over": isOver ? "" : undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onFile(event.dataTransfer?.files[0]);
    },
  };
}
