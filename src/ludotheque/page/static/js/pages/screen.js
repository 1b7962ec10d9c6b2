// @ts-check
/**
 * The big screen: one table, or all public ones in turn, for a room full of people.
 * @module
 */

import { brought } from "../lib/dom.js";
import { keepAwake, listenToHost } from "../screen/awake.js";
import { Round } from "../screen/round.js";
import { keepUp } from "../screen/upgrade.js";
import { Watching } from "../screen/watching.js";

/** @type {import("../types").ScreenData} */
const DATA = brought("screen-data");

keepAwake();
listenToHost();
keepUp();
if (DATA.table) new Watching(DATA.table, DATA);
else await new Round(DATA, DATA.each * 1000).turn();
