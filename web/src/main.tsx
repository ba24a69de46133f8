import { applyPreferences } from "./preferences";
import { start } from "./session";
import { App } from "./ui/App";
import { render } from "preact";
import "./style/tokens.css";
import "./style/base.css";
import "./style/studio.css";
import "./style/menu.css";
import "./style/phone.css";

applyPreferences();
start();
// the picture's code comes while the server greets; the first landscape needs it at once
void import("./scene/view");
const root = document.getElementById("app");
if (root) render(<App />, root);
