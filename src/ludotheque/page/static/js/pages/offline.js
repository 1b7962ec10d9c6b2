// @ts-check
/**
 * The page that is shown where the house cannot be reached: it leads to the one on this device, if there is one.
 * @module
 */

import { keptHere } from "../lib/device.js";
import { part } from "../lib/dom.js";
import { onward, remembered } from "../table/onward.js";

const [, table] = location.pathname.match(/^\/t\/([^/]+)$/) ?? [];
if (await keptHere()) {
  part("alone").hidden = true;
  part("onward").hidden = false;
  const offered = table ? await onward(remembered(table)) : [];
  part("this-game").replaceChildren(...offered.flatMap((each) => [each, " "]));
}
