import { readArguments } from '../src/command-arguments.ts';
import { describeMachine } from '../src/machine.ts';
import { measurePeers } from './peers.ts';

const { values } = readArguments(
  {
    objects: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    duration: { type: 'string', default: '5' },
  },
  'npm run bench -- peers [--objects 100000] [--rounds 3] [--duration 5]',
);

console.log(describeMachine());
console.log(
  await measurePeers({
    objects: Number(values.objects),
    rounds: Number(values.rounds),
    seconds: Number(values.duration),
  }),
);
