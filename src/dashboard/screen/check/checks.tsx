import { useRoute } from "preact-iso";
import { CheckDetail } from "./check-detail.tsx";
import { CheckList } from "./check-list.tsx";

/** All checks, or one of them. */
export default function Checks() {
  const { id } = useRoute().params;
  return id === undefined ? <CheckList /> : <CheckDetail key={id} id={id} />;
}
