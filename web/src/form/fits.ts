import type { RecipeJson } from "../protocol";
import type { Node } from "./schema";

const words = (node: Node, name: string): readonly unknown[] => {
  const value = node[name];
  return Array.isArray(value) ? value : [];
};

/** Stages that bring lines: rivers, roads, drawings of others. */
const LINES = ["networks.rivers", "networks.roads", "io.lines"];

/** What a stage or file needs of a recipe: rasters, cells, a globe; null when it gets along with anything. */
function needs(node: Node): "grid" | "hexmap" | "planet" | "network" | null {
  const takes = node["x-takes"];
  if (takes === "hexmap" || takes === "planet") return takes;
  if (takes === "grid" || takes === "field") return "grid";
  if (takes === "layers") return [...words(node, "x-reads"), ...words(node, "x-writes")].includes("hexmap") ? "hexmap" : "grid";
  const shows = node["x-shows"];
  if (shows === "hexmap" || shows === "planet" || shows === "network") return shows;
  const own = words(node, "x-own");
  return shows === "elevation" || own.includes("layer") || own.includes("layers") ? "grid" : null;
}

/** Whether a recipe has what a kind works on: nobody is offered a planet's files for a landscape. */
export function fits(node: Node, recipe: RecipeJson | null): boolean {
  const need = needs(node);
  if (recipe === null || need === null) return true;
  return need === "network" ? recipe.stages.some(({ kind }) => LINES.includes(kind)) : recipe[need] != null;
}
