// Writes messages about wide versions in a thread of its own: comparing and proving thousands of values would delay all
// requests.
import { lowerThreadPriority } from '@annals/kit/low-priority';
import { carryOutOrders } from '@annals/kit/order-thread';
import { carryOut } from './message-thread.ts';

lowerThreadPriority();
carryOutOrders(carryOut, (result) => (typeof result === 'string' ? [] : [result.json.buffer]));
