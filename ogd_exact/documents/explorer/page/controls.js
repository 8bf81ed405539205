// Buttons and keys.

import { byId, fill, html } from "./dom.js";
import { unitsOf } from "./words.js";

export class Controls {
  // actions: what the page does besides moving: theme, help, follow(by), change.
  constructor(data, player, actions) {
    Object.assign(this, { data, player, actions });
    const { pass: noun, call, calls, step } = unitsOf(data);
    const button = (text, title, act) => {
      const made = html("button", { type: "button", title, "aria-label": title }, text);
      made.addEventListener("click", act);
      return made;
    };
    this.playButton = button("", "Play or pause (Space)", () => player.play());
    this.playButton.id = "play";
    const speed = html(
      "select",
      { "aria-label": "Speed", id: "speed" },
      ...player.speeds.map(([text], k) =>
        html("option", { value: k, selected: k === player.speed }, data.circuit ? text : text.replace("passes", "cases")),
      ),
    );
    speed.addEventListener("change", () => {
      player.speed = Number(speed.value);
      player.began = null;
    });
    this.passField = html("input", {
      type: "number",
      min: 1,
      id: "go-pass",
      "aria-label": `Go to ${noun}`,
    });
    this.passField.addEventListener("focus", () => this.passField.select());
    this.passField.addEventListener("change", () => this.goToField());
    this.passField.addEventListener("blur", () => this.showPass());
    this.passField.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      this.goToField();
      this.passField.blur(); // so that keys move again
    });
    this.followed = html(
      "select",
      { id: "follow", "aria-label": "Weight to follow" },
      ...data.coordinates.map(({ name }, i) =>
        html("option", { value: i }, data.circuit && i === data.accept ? "answer" : name),
      ),
    );
    this.followed.addEventListener("change", () => actions.choose(Number(this.followed.value)));
    fill(
      byId("controls"),
      html(
        "span",
        { class: "moves" },
        button(`|◀ ${noun}`, `Back to the begin of a ${noun} (Page Up)`, () => player.take().leap(-1)),
        button(`◀◀ ${call}`, `Back by a ${calls} (Shift ←)`, () => player.take().call(-1)),
        button(`◀ ${step}`, `Back by a ${step} (←)`, () => player.take().step(-1)),
        html("span", { id: "play-place" }, this.playButton),
        button(`${step} ▶`, `One ${step} (→)`, () => player.take().step(1)),
        button(`${call} ▶▶`, `One ${calls} (Shift →)`, () => player.take().call(1)),
        button(`${noun} ▶|`, `Next ${noun} (Page Down)`, () => player.take().leap(1)),
      ),
      speed,
      html("label", {}, `${noun} `, this.passField),
      data.circuit
        ? button(
            "To the end",
            "To the end of the run, or to acceptance (A)",
            () => player.take().finish(),
          )
        : null,
      ...(actions.change
        ? [
            html("label", {}, "follow ", this.followed),
            button("Next change", "Next change of the weight that is followed (N)", () => actions.change()),
          ]
        : []),
    );
    // On a phone it stands above all else, or one would have to scroll to it.
    const phone = matchMedia("(max-width: 699px)");
    const place = () => byId(phone.matches ? "doors" : "play-place").prepend(this.playButton);
    phone.addEventListener("change", place);
    place();
    byId("theme").addEventListener("click", actions.theme);
    byId("help").addEventListener("click", actions.help);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  // To the pass that was typed, or the nearest there is; the field then says where one is.
  goToField() {
    if (this.passField.value) this.player.take().go(Math.round(Number(this.passField.value)) - 1, 0, "pass");
    this.showPass();
  }

  showPass() {
    this.passField.value = ""; // or what is no number would stay
    this.passField.value = this.player.pass + 1;
  }

  key(event) {
    const { player, actions } = this;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { target } = event;
    const typing = target.matches("select, input[type=number], input[type=text]");
    if (typing && event.key === "Escape") target.blur();
    const pressed = target.matches("button") && [" ", "Enter"].includes(event.key);
    const sliding = target.id === "pass-slider" && !event.shiftKey && ["ArrowRight", "ArrowLeft"].includes(event.key);
    const helping = byId("help-dialog").open && event.key !== "?";
    if (typing || helping || pressed || sliding) return; // the browser knows what to do
    const forward = event.key === "ArrowRight" ? 1 : -1;
    const arrow = () => (event.shiftKey ? player.take().call(forward) : player.take().step(forward));
    const keys = {
      ArrowRight: arrow,
      ArrowLeft: arrow,
      ArrowDown: () => actions.follow(1),
      ArrowUp: () => actions.follow(-1),
      PageDown: () => player.take().leap(1),
      PageUp: () => player.take().leap(-1),
      Home: () => player.take().go(player.pass, 0),
      End: () => player.take().go(player.pass, Infinity),
      " ": () => player.play(),
      a: () => player.take().finish(),
      g: () => this.passField.focus(),
      n: actions.change,
      o: actions.order,
      t: actions.theme,
      "?": actions.help,
    };
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  show(followed) {
    this.playButton.textContent = this.player.timer ? "❚❚ pause" : "▶ play";
    this.playButton.classList.toggle("on", Boolean(this.player.timer));
    if (document.activeElement !== this.passField) this.showPass();
    this.followed.value = followed;
  }
}
