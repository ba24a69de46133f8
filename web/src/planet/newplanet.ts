/** Words of the dialog for a new planet, from names and summaries of templates. */

import { titleOf } from "../form/schema";
import { say } from "../words";

/** `planet-mars` is Mars; `planet` the one people learn from. */
export function planetTitle(name: string): string {
  const rest = name.replace(/^planet[-_]?/, "");
  return rest === "" ? say("newplanet.first") : titleOf(rest.replace(/-/g, "_"));
}

/** `Mars: dry and red.` is `Dry and red.` */
export function described(summary: string): string {
  const rest = summary.replace(/^[^:.]{1,40}:\s*/, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
