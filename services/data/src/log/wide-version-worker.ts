// Proves wide versions in a thread of its own: parsing, hashing and writing one of them would delay all requests.
import { lowerThreadPriority } from '@annals/kit/low-priority';
import { carryOutOrders } from '@annals/kit/order-thread';
import { proveWide } from './wide-version.ts';

lowerThreadPriority();
carryOutOrders(proveWide, ({ json }) => [json.buffer]);
