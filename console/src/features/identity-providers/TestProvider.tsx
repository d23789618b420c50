import { useServiceText } from '../../platform/service-messages/service-text.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { startProviderTrial, testIdentityProvider } from '@annals/contracts/identity-providers';
import type { ProviderTrial } from '@annals/contracts/sign-in';
import type { IdentityProvider } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import {
  removeTrial,
  goToProvider,
  storedTrial,
} from '../../platform/api/provider-authorization.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { jsonText } from '../../platform/json-values/json-values.ts';
import { pathTo } from '../../platform/links.ts';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { momentFact } from '../../platform/time/moment-fact.tsx';
import { Facts } from '../../ui/states/Facts.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { useClaimsTexts } from './claims.texts.ts';
import { ProviderCheckList } from './ProviderCheckList.tsx';
import classes from './ProviderFields.module.css';
import { useProviderTestTexts } from './provider-test.texts.ts';
import { useProviderTexts } from './providers.texts.ts';
import { describeClaim, saysMore } from './UnreadClaims.tsx';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';

/** The test in two steps: discovery, then a test sign-in. */
export function TestProvider({ provider }: { provider: IdentityProvider }) {
  const t = useProviderTestTexts();
  const params = { identityProviderId: provider.id };
  const check = useSingleMutation({ mutationFn: () => call(testIdentityProvider, { params }) });
  const [result] = useState(() => storedTrial(provider.id));
  useEffect(() => {
    if (result) removeTrial();
  }, [result]);
  const trial = useSingleMutation({
    mutationFn: () => call(startProviderTrial, { params }),
    onSuccess: (started) =>
      goToProvider(started, {
        purpose: 'trial',
        identityProviderId: provider.id,
        returnTo: pathTo('v1-identity-providers-idpId', { idpId: provider.id }, { tab: 'test' }),
      }),
  });
  return (
    <div className={classes.panels}>
      <p className={classes.hint}>{t.testHint}</p>
      <Panel
        title={t.step1}
        action={
          <Button
            size="xs"
            variant="default"
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            {t.runChecks}
          </Button>
        }
      >
        <div aria-live="polite">
          {check.error && <ErrorPanel title={t.notTested} error={check.error} />}
          {check.data === undefined && !check.error && (
            <p className={classes.hint}>{t.checkHint}</p>
          )}
          {check.data && <ProviderCheckList checks={check.data} />}
        </div>
      </Panel>
      <Panel
        title={t.step2}
        action={
          <Button
            size="xs"
            variant="default"
            loading={trial.isPending}
            onClick={() => trial.mutate()}
          >
            {t.testSignIn}
          </Button>
        }
      >
        {trial.error && <ErrorPanel title={t.notTested} error={trial.error} />}
        {result ? (
          <TrialResult trial={result} />
        ) : (
          <p className={classes.hint}>{t.testSignInHint}</p>
        )}
      </Panel>
    </div>
  );
}

function TrialResult({ trial }: { trial: ProviderTrial }) {
  const { user, outcome, reason, claims, mapping, changes, authenticatedDate } = trial;
  const t = useProviderTexts();
  const own = useProviderTestTexts();
  const serviceText = useServiceText();
  const labelsOf = useRoleLabels();
  return (
    <>
      <h3 className={classes.subtitle}>{own.trialResult}</h3>
      <Facts
        facts={[
          [own.outcome, labelFor(own.outcomes, outcome)],
          ...(reason === undefined ? [] : [[own.reason, serviceText(reason)] as const]),
          [t.claim.subject, user.subject],
          [t.claim.email, user.email],
          [
            own.emailVerified,
            user.emailVerified === undefined ? undefined : user.emailVerified ? t.yes : t.no,
          ],
          [t.claim.name, user.name],
          [t.claim.language, user.language],
          ...(authenticatedDate === undefined
            ? []
            : [
                [
                  own.authenticated,
                  momentFact(authenticatedDate, { never: own.authenticatedUnknown }),
                ] as const,
              ]),
          [own.trialRoles, user.roles?.map((role) => labelsOf({ name: role }).name).join(', ')],
        ]}
      />
      {mapping && mapping.length > 0 && <Mapping mapping={mapping} />}
      {changes && <Changes changes={changes} />}
      <h3 className={classes.subtitle}>{own.received}</h3>
      <pre className={classes.raw}>{jsonText(claims)}</pre>
    </>
  );
}

/** What was found in the claims with several values. */
function Mapping({ mapping }: { mapping: NonNullable<ProviderTrial['mapping']> }) {
  const t = useProviderTexts();
  const own = useProviderTestTexts();
  const claimsTexts = useClaimsTexts();
  return (
    <>
      <h3 className={classes.subtitle}>{own.mapping}</h3>
      <Facts
        facts={mapping.flatMap(({ attribute, claim, state, found, values }) => [
          [
            `${labelFor(t.claim, attribute)} (${claim})`,
            state === 'READ'
              ? describeClaim(claimsTexts, found)
              : [
                  labelFor(claimsTexts.reasons, state),
                  ...(saysMore(found) ? [describeClaim(claimsTexts, found)] : []),
                ].join(': '),
          ] as const,
          ...(values.length > 0 ? [[own.values, values.join(', ')] as const] : []),
        ])}
      />
    </>
  );
}

/** What a sign-in would give and take. */
function Changes({ changes }: { changes: NonNullable<ProviderTrial['changes']> }) {
  const own = useProviderTestTexts();
  const t = useClaimsTexts();
  const labelsOf = useRoleLabels();
  const names = (roles: readonly string[]) => roles.map((name) => labelsOf({ name }).name);
  const { rolesGained, rolesLost, unitsGained, unitsLost, attributes, unread } = changes;
  const unitNames = (units: typeof unitsGained) => units.map(({ id, name }) => shownName(name, id));
  const facts = [
    [own.rolesGained, names(rolesGained).join(', ')],
    [own.rolesLost, names(rolesLost).join(', ')],
    [own.unitsGained, unitNames(unitsGained).join(', ')],
    [own.unitsLost, unitNames(unitsLost).join(', ')],
    ...attributes.map(({ attribute, before, after }) => [
      labelFor(t.attributes, attribute),
      `${before ?? '–'} → ${after ?? '–'}`,
    ]),
    ...unread.map(({ attribute, claim, reason }) => [
      own.unread,
      `${labelFor(t.attributes, attribute)} (${claim}): ${labelFor(t.reasons, reason)}`,
    ]),
  ].filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== '');
  return (
    <>
      <h3 className={classes.subtitle}>{own.changes}</h3>
      {facts.length === 0 ? (
        <p className={classes.hint}>{own.noChanges}</p>
      ) : (
        <Facts facts={facts} />
      )}
    </>
  );
}
