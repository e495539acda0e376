// `npm start`: sets up what is missing, then shows the main job on the bundled example.
import { setUp } from './setup.mjs';
import { loudly } from './step.mjs';

setUp();
process.exitCode = loudly(['node', 'dist/faces/cli/main.js', 'demo']);
