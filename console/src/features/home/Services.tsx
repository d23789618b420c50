import { useQuery } from '@tanstack/react-query';
import { pathTo } from '../../shared/links.ts';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { useMayI } from '../../shared/permissions/my-permissions.ts';
import { rolesQuery } from '../../shared/permissions/roles.queries.ts';
import { healthQuery } from './home.queries.ts';
import { useHomeTexts } from './home.texts.ts';
import classes from './NeedsAttention.module.css';

/** How both services are, for whoever operates them. One that does not answer is shown at the top of the page. */
export function Services() {
  const t = useHomeTexts();
  const mayI = useMayI();
  const enabled = useQuery(rolesQuery()).isSuccess;
  const authentication = useQuery({ ...healthQuery('authentication'), enabled: false });
  const data = useQuery({ ...healthQuery('data'), enabled: false });
  const answering = [
    ...(authentication.isError ? [] : ['authentication' as const]),
    ...(data.isError ? [] : ['data' as const]),
  ];
  if (!mayI('operations:read') || answering.length === 0) return null;
  return (
    <section aria-labelledby="home-services">
      <h2 id="home-services" className={classes.heading}>
        {t.servicesHeading}
      </h2>
      <ul className={classes.cards}>
        {answering.map((service) => (
          <ServiceCard key={service} service={service} enabled={enabled} />
        ))}
      </ul>
    </section>
  );
}

interface ServiceCardProps {
  service: 'authentication' | 'data';
  enabled: boolean;
}

export function ServiceCard({ service, enabled }: ServiceCardProps) {
  const t = useHomeTexts();
  const { data, error, isPending } = useQuery({ ...healthQuery(service), enabled });
  const name = t.services[service];
  const state = error ? 'away' : isPending ? 'unknown' : 'well';
  return (
    <li>
      <PathLink to={pathTo('migrations')} className={classes.card}>
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
