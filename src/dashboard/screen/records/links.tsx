import { useLocation, useRoute } from "preact-iso";
import { OnDemand } from "../../component/on-demand.tsx";
import { Skeleton } from "../../component/state.tsx";
import { RECORD_LIST, recordAt } from "../../screens.ts";
import { useSearch } from "../../state/page.tsx";
import { FORM_VALUES } from "../record/form-values.ts";

/** The list of records, and the record that is open beside it. A page that begins with a record loads the list after it. */
export default function Links() {
  const search = useSearch();
  const { route } = useLocation();
  const { id } = useRoute().params;
  const waiting = id === undefined && <Skeleton lines={8} height="2.75rem" />;
  return (
    <>
      <OnDemand part={RECORD_LIST} props={{ id }} waiting={waiting} />
      {id !== undefined && (
        <OnDemand
          key={id}
          part={recordAt(id)}
          props={{ id, onClose: () => route(search.at("/links", { tab: undefined, ...FORM_VALUES })) }}
          waiting={null}
        />
      )}
    </>
  );
}
