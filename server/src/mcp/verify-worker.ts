// Verifies wide versions in a thread of its own: checking and hashing thousands of values would delay all requests.
import { lowerThreadPriority } from '@annals/kit/low-priority';
import { carryOutOrders } from '@annals/kit/order-thread';
import { verifyShown } from './verification.ts';

lowerThreadPriority();
carryOutOrders(verifyShown);
