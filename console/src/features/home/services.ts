import { useQuery } from '@tanstack/react-query';
import { useAnnounced } from '../../platform/api/announced.ts';
import { healthIn } from './health-in.ts';
import { healthQuery } from './home.queries.ts';

const services = ['authentication', 'data'] as const;

/** Of each service, what asking for its health has brought so far. */
function useHealth(enabled: boolean) {
  return {
    authentication: useQuery({ ...healthQuery('authentication'), enabled }),
    data: useQuery({ ...healthQuery('data'), enabled }),
  };
}

/** The services that do not respond, or respond with an error; one that is retried after a failure still counts. */
export function useSilentServices(enabled: boolean) {
  const health = useHealth(enabled);
  return services.flatMap((service) => {
    const { isError, isPending, errorUpdateCount, error, failureReason } = health[service];
    return isError || (isPending && errorUpdateCount > 0)
      ? [{ service, state: healthIn(error ?? failureReason) }]
      : [];
  });
}

/** Whether both services say that they are well. Only a service of ours reports its health. */
export function useAreAllWell(enabled: boolean): boolean {
  const announced = useAnnounced();
  const health = useHealth(enabled);
  return services.every((service) => announced.has(service) && health[service].isSuccess);
}
