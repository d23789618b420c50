import { expect, it } from 'vitest';
import { serviceNames } from '@annals/contracts/service-name';
import { AnnouncedServices } from './announced-services.ts';

const data = { 'annals-service': 'data' };

it('knows a service once a response announced it, whatever its status', () => {
  const services = new AnnouncedServices([]);
  expect(String(services)).toBe('');
  services.record('/v1/partitions', 403, data);
  expect(String(services)).toBe('data');
});

it('forgets it only after a success without announcement', () => {
  const services = new AnnouncedServices([]);
  services.record('/v1/partitions', 200, data);
  services.record('/v1/partitions', 502, {});
  services.record('/v1/users', 200, {});
  expect(services.has('data')).toBe(true);
  services.record('/v1/partitions?x', 200, {});
  expect(services.has('data')).toBe(false);
});

it('does not doubt services that are known from the start', () => {
  const services = new AnnouncedServices(serviceNames);
  services.record('/v1/users', 200, {});
  expect(String(services)).toBe('authentication data');
});
