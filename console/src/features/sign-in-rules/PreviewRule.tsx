import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ResponseOf } from '@annals/contracts/endpoint';
import { previewSignInRule } from '@annals/contracts/sign-in-rules';
import { call } from '../../platform/api/call.ts';
import { sameJson } from '../../platform/json-values/json-values.ts';
import { pathTo } from '../../platform/links.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { ruleIn, type RuleValues } from './rule-form.ts';
import { useSignInRulesTexts } from './sign-in-rules.texts.ts';
import classes from './SignInRulesPage.module.css';

/** Says whom the rule in the form would lock out now. */
export function PreviewRule({ values }: { values: RuleValues }) {
  const t = useSignInRulesTexts();
  const preview = useMutation({
    mutationFn: (of: RuleValues) => call(previewSignInRule, { body: ruleIn(of) }),
  });
  const isCurrent = preview.variables !== undefined && sameJson(preview.variables, values);
  return (
    <>
      <Button variant="default" loading={preview.isPending} onClick={() => preview.mutate(values)}>
        {t.preview}
      </Button>
      {preview.error && isCurrent && <ErrorPanel title={t.previewFailed} error={preview.error} />}
      <div aria-live="polite">
        {preview.data && isCurrent && <Effects effects={preview.data} />}
      </div>
    </>
  );
}

function Effects({ effects }: { effects: ResponseOf<typeof previewSignInRule> }) {
  const t = useSignInRulesTexts();
  const { leavesNoMaster, people, peopleCount, concernedCount, sessionCount, tokenCount } = effects;
  return (
    <div className={classes.preview}>
      {leavesNoMaster && <p className={classes.refused}>{t.leavesNoMaster}</p>}
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
