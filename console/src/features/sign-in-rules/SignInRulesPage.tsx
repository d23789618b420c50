import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { deleteSignInRule, type SignInRule } from '@annals/contracts/sign-in-rules';
import { EventHistory } from '../../domain/history/EventHistory.tsx';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { call } from '../../platform/api/call.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { date } from '../../ui/list/columns.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useDialogFromUrl } from '../../ui/page/useDialogFromUrl.ts';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { SimpleTable } from '../../ui/tables/SimpleTable.tsx';
import {
  invalidateSignInRules,
  signInRulesQuery,
  subjectOfRules,
} from './sign-in-rules.queries.ts';
import { useSignInRulesTexts } from './sign-in-rules.texts.ts';
import classes from './SignInRulesPage.module.css';

const EditRule = lazyNamed(() => import('./EditRule.tsx'), 'EditRule');

/** The rules of sessions and sign-in. */
export function SignInRulesPage() {
  const t = useSignInRulesTexts();
  const rules = useQuery(signInRulesQuery);
  const [adding, setAdding] = useDialogFromUrl();
  const [edited, setEdited] = useState<SignInRule>();
  const [removed, setRemoved] = useState<SignInRule>();
  const close = () => {
    setAdding(false);
    setEdited(undefined);
  };
  return (
    <>
      <PageHeader
        title={t.title}
        action={<Button onClick={() => setAdding(true)}>{t.newRule}</Button>}
      />
      <p className={classes.intro}>{t.intro}</p>
      <div className={classes.panels}>
        <QueryPanel title={t.rules} query={rules} flush lines={4}>
          {({ data }) => <RuleTable rules={data} onEdit={setEdited} onRemove={setRemoved} />}
        </QueryPanel>
        {/* Below the rules, of which there are any number. */}
        {!rules.isPending && <EventHistory subject={subjectOfRules} title={t.history} />}
      </div>
      <Suspense>
        {(adding || edited) && <EditRule key={edited?.id ?? ''} rule={edited} onClose={close} />}
      </Suspense>
      {removed && (
        <ConfirmDialog
          title={t.removeTitle}
          question={t.removeQuestion}
          confirm={t.remove}
          failed={t.notRemoved}
          danger
          act={() =>
            call(deleteSignInRule, { params: { ruleId: removed.id } }, { ifMatch: removed.version })
          }
          onDone={() => {
            showToast({ message: t.removed });
            void invalidateSignInRules();
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}

interface RuleTableProps {
  rules: readonly SignInRule[];
  onEdit: (rule: SignInRule) => void;
  onRemove: (rule: SignInRule) => void;
}

function RuleTable({ rules, onEdit, onRemove }: RuleTableProps) {
  const t = useSignInRulesTexts();
  const subjectOf = useSubject();
  const demandsOf = useDemands();
  return (
    <SimpleTable
      label={t.rules}
      none={t.none}
      columns={[
        { id: 'concerns', header: t.concerns, names: true, render: subjectOf },
        {
          id: 'demands',
          header: t.demands,
          render: (rule) => (
            <ul className={classes.demands}>
              {demandsOf(rule).map((demand) => (
                <li key={demand}>{demand}</li>
              ))}
            </ul>
          ),
        },
        date('changedDate', t.changed),
        {
          id: 'acts',
          header: t.edit,
          quietHead: true,
          align: 'end',
          render: (rule) => (
            <span className={classes.acts}>
              <Button
                size="xs"
                variant="default"
                aria-label={`${t.edit}: ${subjectOf(rule)}`}
                onClick={() => onEdit(rule)}
              >
                {t.edit}
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={`${t.remove}: ${subjectOf(rule)}`}
                onClick={() => onRemove(rule)}
              >
                {t.remove}
              </Button>
            </span>
          ),
        },
      ]}
      rows={rules}
      rowKey={({ id }) => id}
    />
  );
}

/** Whom a rule concerns, in words. */
function useSubject(): (rule: SignInRule) => string {
  const t = useSignInRulesTexts();
  const labelOf = useRoleLabels();
  return ({ role, organizationalUnit }) => {
    if (role !== null) return `${t.role}: ${labelOf({ name: role }).name}`;
    return organizationalUnit ? `${t.unit}: ${organizationalUnit.name}` : t.everyone;
  };
}

/** What a rule demands, in words. */
function useDemands(): (rule: SignInRule) => string[] {
  const t = useSignInRulesTexts();
  return (rule) => {
    const { idleMinutes, absoluteMinutes, maxSessions, passkeyRequired, freshProofFor } = rule;
    const { trustedDeviceDays } = rule;
    const demands = [
      idleMinutes !== null && t.idle(idleMinutes),
      absoluteMinutes !== null && t.absolute(absoluteMinutes),
      maxSessions !== null && t.maxSessions(maxSessions),
      passkeyRequired && t.passkey,
      trustedDeviceDays !== null && t.trustedDevices(trustedDeviceDays),
      rule.peopleNetworks && t.people(rule.peopleNetworks.join(', ')),
      rule.tokenNetworks && t.tokens(rule.tokenNetworks.join(', ')),
      rule.applicationNetworks && t.applications(rule.applicationNetworks.join(', ')),
      freshProofFor.length > 0 &&
        t.freshProof(freshProofFor.map((action) => t.actions[action]).join(', ')),
    ].filter((demand) => typeof demand === 'string');
    return demands.length === 0 ? [t.demandsNothing] : demands;
  };
}
