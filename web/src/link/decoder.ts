import { headerOf } from "./frame";

/** What this file uses of a worker's global scope. */
interface Scope {
  onmessage: ((event: MessageEvent<ArrayBuffer>) => void) | null;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

const scope = self as unknown as Scope;

scope.onmessage = ({ data }) => {
  try {
    scope.postMessage({ header: headerOf(data), buffer: data }, [data]);
  } catch (error) {
    scope.postMessage({ error: String(error) }, []);
  }
};
