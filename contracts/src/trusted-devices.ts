import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime, id, pageOf } from './fields.ts';
import { secondFactorMethods } from './session.ts';
import { userOrCurrentParams } from './users.ts';

export const trustedDevice = z.object({
  id: z.string(),
  userAgent: z.nullable(z.string()),
  /** From where the second factor was given. */
  address: z.nullable(z.string()),
  /** The second factor that was given. */
  factor: z.enum(secondFactorMethods),
  createdDate: dateTime,
  lastUsedDate: dateTime,
  /** Null: the rules do not accept it now. */
  expiresDate: z.nullable(dateTime),
});
export type TrustedDevice = z.infer<typeof trustedDevice>;

export const listTrustedDevices = endpoint({
  method: 'GET',
  path: '/v1/users/{userId}/trusted-devices',
  summary: 'Lists the devices on which a user needs no second factor for a while',
  access: { kind: 'session' },
  params: userOrCurrentParams,
  response: pageOf(trustedDevice),
});

export const revokeTrustedDevice = endpoint({
  method: 'DELETE',
  path: '/v1/users/{userId}/trusted-devices/{deviceId}',
  records: ['trustedDevice.revoked'],
  summary: 'Requires the second factor again on a device of a user',
  access: { kind: 'session' },
  params: z.extend(userOrCurrentParams, { deviceId: id }),
  status: 204,
  response: z.void(),
});

export const trustedDeviceEndpoints = [listTrustedDevices, revokeTrustedDevice] as const;
