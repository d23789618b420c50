// Verifies wide versions in a thread of its own: checking and hashing thousands of values would delay all requests.
import { carryOutOrders } from '@annals/kit/order-thread';
import { verifyShown } from './verification.ts';

carryOutOrders(verifyShown);
