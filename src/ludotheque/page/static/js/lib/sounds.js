// @ts-check
/**
 * Small sounds of wood and bells, made on the spot. Silent unless the reader wants them.
 * @module
 */

import { settings } from "./house.js";

/** @type {AudioContext | null} */
let context = null;

/** Notes by the name of a sound: pitch, when it begins, how long it rings. */
const SOUNDS = {
  place: [[196, 0, 0.09]],
  turn: [[523, 0, 0.25]],
  won: [[523, 0, 0.2], [659, 0.14, 0.2], [784, 0.28, 0.5]],
  over: [[392, 0, 0.25], [294, 0.2, 0.5]],
};

/** Let a sound be heard. @param {keyof typeof SOUNDS} name */
export function sound(name) {
  if (!settings().sound || document.hidden) return;
  context ??= new AudioContext();
  const start = context.currentTime;
  for (const [pitch, at, rings] of SOUNDS[name]) {
    const tone = new OscillatorNode(context, { type: name === "place" ? "triangle" : "sine", frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, start + at);
    volume.gain.linearRampToValueAtTime(0.16, start + at + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.001, start + at + rings);
    tone.connect(volume).connect(context.destination);
    tone.start(start + at);
    tone.stop(start + at + rings);
  }
}
