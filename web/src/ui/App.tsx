import { connection } from "../state";

export function App() {
  return <main data-connection={connection.value} />;
}
