// @ts-check
/**
 * The first game: small tasks on the board, one after another, judged by the rules of the house.
 * @module
 */

import { ask, Refusal } from "../lib/api.js";
import { to } from "../lib/connection.js";
import { Bubble } from "../board/ask.js";
import { Board } from "../board/board.js";
import { brought, button, make, part } from "../lib/dom.js";
import { Hand, leaveRoom } from "../board/hand.js";
import { openTable } from "../lib/opening.js";
import { Play } from "../board/play.js";
import { drawing, fit, placeNames, symbols } from "../board/drawing.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").Picture} Picture */
/** @typedef {import("../types").TaskData} TaskData */

/** @type {import("../types").LessonData} */
const LESSON = brought("lesson");
/** Where this device remembers what was solved. */
const KEPT = `ludotheque-learned-${LESSON.game}`;
/** How long a wrong move may be looked at. */
const LOOK_MS = 1_600;
/** The level of a first opponent. */
const FIRST_LEVEL = 1;

const sections = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".task:not(.done)"))];
const done = part("done", HTMLElement);
const verdict = part("verdict", HTMLElement);
const next = part("next", HTMLButtonElement);
const hint = part("hint", HTMLButtonElement);
const rule = part("rule", HTMLAnchorElement);
const dots = part("dots", HTMLOListElement);
const back = part("task-back", HTMLButtonElement);
const on = part("task-on", HTMLButtonElement);
const bubble = new Bubble(part("bubble", HTMLElement));

/** @type {Set<string>} */
const solved = remembered();
/** The task before the learner; as many as there are: the end. */
let at = 0;
/** @type {{key: string, board: Board, hand: Hand, play: Play} | null} */
let table = null;

/** @returns {Set<string>} */
function remembered() {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEPT) ?? "[]"));
  } catch {
    return new Set();
  }
}

/** @param {string} number */
function remember(number) {
  solved.add(number);
  try {
    localStorage.setItem(KEPT, JSON.stringify([...solved]));
  } catch {
    // A browser that keeps nothing still teaches.
  }
}

/** Put a task before the learner. @param {number} number from 0 */
async function show(number) {
  at = number;
  const task = LESSON.tasks[number];
  sections.forEach((section, i) => (section.hidden = i !== number));
  done.hidden = task !== undefined;
  part("lesson-room", HTMLElement).classList.toggle("begun", number > 0);
  part("task-deeds", HTMLElement).hidden = task === undefined;
  next.hidden = true;
  next.textContent = say(number + 1 < LESSON.tasks.length ? "task-next" : "lesson-end");
  hint.hidden = false;
  tell("", "");
  showDots();
  if (task === undefined) {
    table?.play.offer(null);
    done.focus();
    return;
  }
  rule.hidden = task.rule === "";
  rule.href = to(`/rules/${LESSON.game}#rule-${task.rule}`);
  const { play } = await laid(task);
  if (at !== number) return;
  play.preview = async (moves) => {
    const query = new URLSearchParams(moves.map((move) => ["move", move]));
    return (await ask("GET", `/api/games/${LESSON.game}/lesson/${task.number}/preview?${query}`)).pictures;
  };
  begin(task, true);
}

/** Let the learner try. @param {TaskData} task @param {boolean} calmly */
function begin(task, calmly) {
  if (!table) return;
  const { board, hand, play } = table;
  board.show(task.picture, { calmly });
  hand.show(task.picture);
  play.offer(task.picture);
  board.showing.then(() => board.label(placeNames(LESSON.symbols)));
}

/** The table of a task, laid anew where it differs. @param {TaskData} task */
async function laid(task) {
  const { seats, seat, options } = task;
  const key = JSON.stringify([seats, seat, options]);
  if (table?.key === key) return table;
  const [drawn, stock] = await Promise.all([drawing(LESSON.game, { seats, seat, options, hand: false }), symbols()]);
  table?.board.remove();
  const board = new Board(part("board", SVGSVGElement), drawn, stock, { hand: false });
  const named = (/** @type {string} */ symbol) => LESSON.symbols[symbol] ?? symbol;
  const held = drawn.spots.filter(({ zone }) => zone === "hand");
  fit(part("lesson-room"), drawn);
  leaveRoom(part("lesson-room"), drawn);
  part("lesson-room").classList.toggle("with-hand", held.length > 0);
  const hand = new Hand(part("hand", HTMLElement), held, (spot, piece) =>
    say("lies-there", { place: spot.label, what: named(piece.symbol) }),
  );
  // What is one's own need not be kept from oneself here.
  hand.peeking = true;
  const speak = (/** @type {string} */ sentence) => tell(sentence, "");
  const play = new Play({ board, hand, bubble, preview: async () => [], named, send: tryMove, speak, astray });
  play.goals = LESSON.goals;
  table = { key, board, hand, play };
  return table;
}

/** Say why what was touched is no move. @param {readonly string[] | null} touches null: the learner went on */
async function astray(touches) {
  const number = at;
  if (touches === null || !next.hidden) return;
  const query = new URLSearchParams(touches.map((touch) => ["touch", touch]));
  try {
    const { message, spots } = await ask("GET", `/api/games/${LESSON.game}/lesson/${LESSON.tasks[number].number}/why?${query}`);
    if (at !== number || !next.hidden) return;
    tell(message, "hint");
    table?.board.ring(spots);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    tell(problem.message, "wrong refused");
  }
}

/** @param {string} move */
async function tryMove(move) {
  const number = at;
  const task = LESSON.tasks[number];
  try {
    const query = new URLSearchParams({ move });
    const answer = await ask("GET", `/api/games/${LESSON.game}/lesson/${task.number}?${query}`);
    if (at !== number || !table) return;
    table.hand.show(answer.picture);
    await table.board.show(answer.picture);
    if (at !== number) return;
    tell(answer.message, answer.right ? "right" : "wrong");
    if (answer.right) {
      remember(task.number);
      showDots();
      next.hidden = false;
      hint.hidden = true;
      next.focus({ preventScroll: true });
    } else setTimeout(() => at === number && next.hidden && begin(task, false), LOOK_MS);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    tell(problem.message, "wrong refused");
    begin(task, false);
  }
}

/** @param {string} sentence @param {string} kind */
function tell(sentence, kind) {
  verdict.textContent = sentence;
  verdict.className = `verdict ${kind}`;
}

function showDots() {
  dots.replaceChildren(
    ...LESSON.tasks.map((task, i) => {
      const ready = solved.has(task.number);
      const label = say(ready ? "task-solved" : "task-open", { n: i + 1 });
      const dot = button(String(i + 1), () => show(i), { class: ready ? "solved" : "", "aria-label": label });
      if (i === at) dot.setAttribute("aria-current", "step");
      return make("li", {}, dot);
    }),
  );
  back.disabled = at === 0;
  on.disabled = at >= LESSON.tasks.length;
}

/** Say what to look for, and point it out. */
function showHint() {
  const { hint: words, answer, picture } = LESSON.tasks[at];
  tell(words, "hint");
  if (!table) return;
  table.play.cancel();
  const touches = picture.choices.find(({ move }) => move === answer)?.touches ?? [];
  table.hand.light({ held: touches.slice(0, 1), next: picture.choices.map((choice) => choice.touches[0]) });
  table.board.point(touches);
}

/** Play as in the last exercise, on the same side at a table as large, against kind opponents. */
function playFirst() {
  const { seats, seat, options } = LESSON.tasks[LESSON.tasks.length - 1];
  const computers = Array(seats - 1).fill({ level: FIRST_LEVEL });
  // Whoever begins has the first side, and the others follow round the table.
  openTable(LESSON.game, ["me", ...computers], { options, beginner: (seats - seat) % seats });
}

next.addEventListener("click", () => show(at + 1));
back.addEventListener("click", () => show(at - 1));
on.addEventListener("click", () => show(at + 1));
hint.addEventListener("click", showHint);
part("play-first", HTMLButtonElement).addEventListener("click", playFirst);
document.body.classList.add("alive");
const first = LESSON.tasks.findIndex((task) => !solved.has(task.number));
show(first < 0 ? 0 : first);
