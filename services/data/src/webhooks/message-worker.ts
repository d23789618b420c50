// Writes messages about wide versions in a thread of its own: comparing and proving thousands of values would delay all
// requests.
import { carryOutOrders } from '@annals/kit/order-thread';
import { carryOut } from './message-thread.ts';

carryOutOrders(carryOut, (result) => (typeof result === 'string' ? [] : [result.json.buffer]));
