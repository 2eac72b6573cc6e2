import { Drawer } from "../../component/dialog.tsx";
import type { Runtime } from "../records/filter.ts";

export function RecordDrawer({ id, onClose }: { id: string; runtime: Runtime; onClose: () => void }) {
  return (
    <Drawer title={id} onClose={onClose}>
      {id}
    </Drawer>
  );
}
