// The built program starts here: older versions of Node cannot even load the rest.
import './require-node.mjs';

await import('./main.ts');
