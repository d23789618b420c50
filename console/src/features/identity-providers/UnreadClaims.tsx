import type { IdentityProvider } from '../../platform/api/things.ts';
import type { FoundClaim } from '@annals/contracts/identity-providers';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { shownName } from '../../ui/ids/display-names.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { type ClaimsTexts, useClaimsTexts } from './claims.texts.ts';
import classes from './ProviderFields.module.css';

/** What the provider sent at sign-ins and could not be used; nothing if there is none. */
export function UnreadClaims({ provider }: { provider: IdentityProvider }) {
  const t = useClaimsTexts();
  const { unread, unreadUserCount = 0 } = provider;
  if (unreadUserCount === 0 || unread === undefined) return null;
  return (
    <Panel title={t.unreadTitle}>
      <p className={classes.hint}>{t.unreadIntro(unreadUserCount)}</p>
      <ul className={classes.unread}>
        {unread.map(({ user, date, claims }) => (
          <li key={user?.id}>
            <span>
              {user?.id !== undefined && (
                <PathLink to={pathTo('v1-users-userId', { userId: user.id })}>
                  {shownName(user.name, user.id)}
                </PathLink>
              )}{' '}
              <Moment value={date} />
            </span>
            {claims.map(({ attribute, claim, reason, found }) => (
              <p key={`${attribute} ${claim}`}>
                {labelFor(t.attributes, attribute ?? '')} (<code>{claim}</code>):{' '}
                {labelFor(t.reasons, reason ?? '')}
                {saysMore(found) && ` (${describeClaim(t, found)})`}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Whether the form of a claim says more than that it is missing or was left out, which is the reason already. */
export const saysMore = <Found extends Partial<FoundClaim>>(
  found: Found | undefined,
): found is Found => found !== undefined && !['MISSING', 'OVERAGE'].includes(found.kind ?? '');

/** "A list of objects, 3 entries, properties: id, name" */
export function describeClaim(
  t: ClaimsTexts,
  { kind, count, properties = [] }: Partial<FoundClaim>,
) {
  return [
    labelFor(t.found, kind ?? ''),
    ...(count == null ? [] : [t.entries(count)]),
    ...(properties.length === 0 ? [] : [t.properties(properties.join(', '))]),
  ].join(', ');
}
