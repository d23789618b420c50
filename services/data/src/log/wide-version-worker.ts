// Proves wide versions in a thread of its own: parsing, hashing and writing one of them would delay all requests.
import { carryOutOrders } from '@annals/kit/order-thread';
import { proveWide } from './wide-version.ts';

carryOutOrders(proveWide, ({ json }) => [json.buffer]);
