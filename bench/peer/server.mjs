// boardgame.io's own server with Tortuga, as its documentation starts it: `node server.mjs PORT`
// keeps matches in memory, `node server.mjs PORT FOLDER` in its FlatFile storage.

import { createRequire } from "node:module";

import { Tortuga } from "./tortuga.mjs";

const installed = createRequire(new URL("../../build/peer/package.json", import.meta.url));
const { FlatFile, Origins, Server } = installed("boardgame.io/server");

const [port, folder] = process.argv.slice(2);
const db = folder === undefined ? undefined : new FlatFile({ dir: folder });

Server({ games: [Tortuga], db, origins: [Origins.LOCALHOST] }).run(Number(port));
