// What the colours and signs of weights mean.

import { byId, fill, html } from "./dom.js";
import { TRUTHS } from "./show.js";

export function showLegend() {
  fill(
    byId("legend"),
    ...Object.entries(TRUTHS).map(([truth, { sign, word }]) =>
      html("span", { class: `weight ${truth}` }, html("span", { class: "badge" }, sign), word),
    ),
  );
}
