// @ts-check
/**
 * The computers by their text, as the house names them.
 * @module
 */

/** The number of the level that a text such as `level:3` names. @param {string} computer */
export function levelOf(computer) {
  return Number(computer.split(":")[1]);
}
