import { Icon } from "../component/icon.tsx";

/** A link to the first page, with the name of the product. */
export function Brand() {
  return (
    <a class="brand" href="/">
      <Icon name="redirect" />
      Signpost
    </a>
  );
}
