import { useQuery } from '@tanstack/react-query';
import { useAnnounced } from '../../platform/api/announced.ts';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useMayI } from '../../domain/permissions/my-permissions.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import cards from './Cards.module.css';
import { healthIn } from './health-in.ts';
import { healthQuery } from './home.queries.ts';
import { useHomeTexts } from './home.texts.ts';
import classes from './NeedsAttention.module.css';

const services = ['authentication', 'data'] as const;

/** Which services respond and which do not. A service that is retried after a failure still counts as unavailable. */
export function useServices(enabled: boolean) {
  const announced = useAnnounced();
  const asked = {
    authentication: useQuery({ ...healthQuery('authentication'), enabled }),
    data: useQuery({ ...healthQuery('data'), enabled }),
  };
  const isSilent = (service: (typeof services)[number]) => {
    const { isError, isPending, errorUpdateCount } = asked[service];
    return isError || (isPending && errorUpdateCount > 0);
  };
  return {
    silent: services.filter(isSilent),
    // Only a service of ours reports its health.
    answering: services.filter((service) => announced.has(service) && !isSilent(service)),
  };
}

/** The health of both services, for operators. Unavailable services are shown at the top of the page. */
export function Services() {
  const t = useHomeTexts();
  const mayI = useMayI();
  const isKnown = useQuery(rolesQuery()).isSuccess;
  const { answering } = useServices(isKnown && mayI('operations:read'));
  if (!mayI('operations:read') || answering.length === 0) return null;
  return (
    <section aria-labelledby="home-services">
      <h2 id="home-services" className={classes.heading}>
        {t.servicesHeading}
      </h2>
      <ul className={cards.cards} data-size="small">
        {answering.map((service) => (
          <ServiceCard key={service} service={service} />
        ))}
      </ul>
    </section>
  );
}

interface ServiceCardProps {
  service: (typeof services)[number];
}

/**
 * Renders without a query of its own: a card moves to another list when its service fails, and would otherwise
 * refetch endlessly.
 */
export function ServiceCard({ service }: ServiceCardProps) {
  const t = useHomeTexts();
  const { data, error, isPending } = useQuery({ ...healthQuery(service), enabled: false });
  const name = t.services[service];
  const here = isPending ? 'pending' : data === null ? 'unknown' : 'well';
  const state = error ? healthIn(error) : here;
  return (
    <li>
      <PathLink to={pathTo('migrations')} className={cards.card}>
        <span className={classes.health} data-state={state}>
          {t.health[state]}
        </span>
        <span>{name}</span>
        {!error && (
          <span className={classes.facts}>
            {data
              ? t.versionAndLatency(
                  data.version,
                  data.answeredMs,
                  data.databaseMs && Math.ceil(data.databaseMs),
                )
              : '\u00A0'}
          </span>
        )}
      </PathLink>
    </li>
  );
}
