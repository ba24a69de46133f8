import { render } from "preact";
import { App } from "./ui/App";
import { start } from "./session";
import "./style/tokens.css";
import "./style/base.css";

start();
const root = document.getElementById("app");
if (root) render(<App />, root);
