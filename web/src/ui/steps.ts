import { kindTitle, titleOf } from "../form/schema";
import type { Step } from "../protocol";
import { say } from "../words";

/** What a step of the history did, in words. */
export function stepText(step: Step): string {
  const setting = step.setting
    .split(step.word === "stroke" ? "," : ".")
    .filter((word) => !/^\d+$/.test(word))
    .map((word) => titleOf(word))
    .join(" · ");
  const what = step.word === "add" || step.word === "add_output" ? kindTitle(step.what) : step.word === "new" ? titleOf(step.what) : step.what;
  const plain = (step.word === "set" || step.word === "reset") && what === "";
  const text = plain ? say(step.word === "set" ? "step.set.world" : "step.reset.world", { setting }) : say(`step.${step.word}`, { what, setting });
  return step.more > 0 ? say("step.more", { step: text, count: step.more }) : text;
}
