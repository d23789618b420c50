import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ResponseOf } from '@annals/contracts/endpoint';
import { previewSignInRule } from '@annals/contracts/sign-in-rules';
import { call } from '../../platform/api/call.ts';
import { sameJson } from '../../platform/json-values/json-values.ts';
import { pathTo } from '../../platform/links.ts';
import type { GuardedFormState } from '../../ui/forms/useGuardedForm.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { ruleIn, type RuleValues } from './rule-form.ts';
import { useSignInRulesTexts } from './sign-in-rules.texts.ts';
import classes from './SignInRulesPage.module.css';

/** Says whom the rule in the form would lock out now. */
export function PreviewRule({ form }: { form: GuardedFormState<RuleValues> }) {
  const t = useSignInRulesTexts();
  const { values } = form;
  const preview = useMutation({
    mutationFn: (of: RuleValues) => call(previewSignInRule, { body: ruleIn(of) }),
    onError: form.refuse,
  });
  const isCurrent = preview.variables !== undefined && sameJson(preview.variables, values);
  return (
    <>
      <Button
        variant="default"
        loading={preview.isPending}
        onClick={() => form.check() && preview.mutate(values)}
      >
        {t.preview}
      </Button>
      <div aria-live="polite">
        {preview.data && isCurrent && <Effects key={preview.submittedAt} effects={preview.data} />}
      </div>
    </>
  );
}

function Effects({ effects }: { effects: ResponseOf<typeof previewSignInRule> }) {
  const t = useSignInRulesTexts();
  const { leavesNoMaster, refusedFrom, people, peopleCount } = effects;
  const { concernedCount, sessionCount, tokenCount } = effects;
  const panel = useRef<HTMLDivElement>(null);
  // It appears below the button, which is the last thing in a form longer than most screens.
  useEffect(() => {
    // Newer browsers return a promise, which is no clean-up.
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={panel} className={classes.preview}>
      {leavesNoMaster && <p className={classes.refused}>{t.leavesNoMaster}</p>}
      {refusedFrom !== null && !leavesNoMaster && (
        <p className={classes.refused}>{t.refusesYou(refusedFrom)}</p>
      )}
      {peopleCount === 0 ? (
        <p>{t.affectsNobody(concernedCount)}</p>
      ) : (
        <>
          <p>
            <strong>{t.locksOut(peopleCount, concernedCount)}</strong>
          </p>
          <ul>
            {people.map(({ id, name, username, reasons }) => (
              <li key={id}>
                <PathLink to={pathTo('v1-users-userId', { userId: id })} target="_blank">
                  {name || username}
                </PathLink>
                : {reasons.map((reason) => t.reasons[reason]).join(', ')}
              </li>
            ))}
            {peopleCount > people.length && <li>{t.andMore(peopleCount - people.length)}</li>}
          </ul>
        </>
      )}
      {sessionCount > 0 && <p>{t.endsSessions(sessionCount)}</p>}
      {tokenCount > 0 && <p>{t.stopsTokens(tokenCount)}</p>}
    </div>
  );
}
