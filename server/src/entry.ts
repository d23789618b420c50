// The built program starts here: older versions of Node cannot even load the rest.
import './require-node.mjs';

const [command = 'serve'] = process.argv.slice(2);
// `systemctl reload` may follow the start at once, which reads everything anew anyway: the signal would end the program
// until it is ready to reload. That of a terminal which is closed does end it.
if (!process.stdout.isTTY && (command === 'serve' || command.startsWith('--')))
  process.on('SIGHUP', () => undefined);

await import('./main.ts');
