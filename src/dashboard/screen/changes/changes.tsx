import { useRoute } from "preact-iso";
import { ChangeDetail } from "./change-detail.tsx";
import { ChangeList } from "./change-list.tsx";

/** All changes of many records, or one of them. */
export default function Changes() {
  const { id } = useRoute().params;
  return id === undefined ? <ChangeList /> : <ChangeDetail key={id} id={id} />;
}
