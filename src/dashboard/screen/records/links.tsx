import { Records } from "./records.tsx";

export default function Links() {
  return <Records section="links" />;
}
