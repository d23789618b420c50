import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { createToken, listTokens } from '@annals/contracts/api-tokens';
import { invalidate } from '../../api/query.ts';
import { useAppState } from '../../api/state.ts';
import { showToast } from '../../shared/feedback/toasts.ts';
import { GuardedForm } from '../../shared/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../shared/forms/useGuardedForm.ts';
import { useCapability } from '../../shared/permissions/capabilities.ts';
import { Reauthentication } from '../../shared/reauthentication/Reauthentication.tsx';
import { withReauthentication } from '../../shared/reauthentication/reauthentication.ts';
import { lazyNamed } from '../../shared/lazy-named.ts';
import { pathTo } from '../../shared/links.ts';
import { PageHeader } from '../../shared/page/PageHeader.tsx';
import { useUtc } from '../../shared/time/utc.ts';
import { hasContent, issueToken, type IssuedToken } from '../../shared/tokens/issue-token.ts';
import { useTokenSecretTexts } from '../../shared/tokens/token-secret.texts.ts';
import { bodyOf, descriptionOf, validationRules, emptyToken } from './token-form.ts';
import { TokenFields } from './TokenFields.tsx';
import { useTokenTexts } from './tokens.texts.ts';

const TokenSecretDialog = lazyNamed(
  () => import('../../shared/tokens/TokenSecretDialog.tsx'),
  'TokenSecretDialog',
);

/** Creates an API token for the signed-in user and shows it once. */
export function NewTokenPage() {
  const t = useTokenTexts();
  const secretTexts = useTokenSecretTexts();
  const router = useRouter();
  const utc = useUtc();
  const takesMore = useCapability('authentication');
  const isMaster = useAppState((state) => state.isGlobalMaster);
  const [issued, setIssued] = useState<IssuedToken>();
  const toList = () => router.history.push(pathTo('v1-tokens'));
  const form = useGuardedForm({
    initialValues: emptyToken,
    validate: validationRules(t, utc),
    save: (values) =>
      withReauthentication(() =>
        issueToken(createToken, {
          body: takesMore ? bodyOf(values, Date.now(), utc) : descriptionOf(values),
        }),
      ),
    onSaved: (answer) => {
      void invalidate(listTokens);
      if (hasContent(answer)) return setIssued(answer);
      showToast({ message: secretTexts.empty });
      return toList();
    },
  });
  return (
    <>
      <PageHeader title={t.newToken} parents={[{ name: t.tokens, to: pathTo('v1-tokens') }]} />
      <GuardedForm
        form={form}
        save={t.createToken}
        failed={t.notMade}
        labels={{
          description: t.description,
          scopes: t.scopesOfNew,
          partitions: t.chosenPartitions,
          where: t.partitionsOfNew,
          expiry: t.expiry,
          date: t.date,
        }}
        onCancel={toList}
      >
        <TokenFields form={form} mayLiveForever={isMaster} />
      </GuardedForm>
      <Reauthentication />
      {issued && (
        <Suspense>
          <TokenSecretDialog issued={issued} hint={t.store} texts={t} onClose={toList} />
        </Suspense>
      )}
    </>
  );
}
