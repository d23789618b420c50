// Computes the hashes of versions in a thread, so that a verification uses all processors.
import { carryOutOrders } from '@annals/kit/order-thread';
import { findInVersions } from './version-checks.ts';

carryOutOrders(findInVersions);
