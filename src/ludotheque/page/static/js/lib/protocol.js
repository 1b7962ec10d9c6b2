// @ts-check
/**
 * Constants that page and house agree on, by tools/wire_types.py.
 * @module
 */

/** The code of a socket whose session or token has ended. */
export const LOGGED_OUT = 4401;

/** The code of a socket that another site has opened. */
export const FOREIGN = 4403;

/** The code of a socket to a table that there is not. */
export const UNKNOWN = 4404;

/** The code of a socket that is closed because the house restarts. */
export const RESTART = 1012;

/** The moves whose pictures are asked for at once. */
export const MOST_PREVIEWS = 12;

/** The most characters of a name. */
export const LONGEST_NAME = 24;

/** The most bytes of a record that someone brings. */
export const MOST_BYTES = 200000;
