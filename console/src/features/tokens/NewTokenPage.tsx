import { useRouter } from '@tanstack/react-router';
import { createToken, listTokens } from '@annals/contracts/api-tokens';
import { invalidate } from '../../platform/api/query.ts';
import { useAppState } from '../../platform/api/state.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { useCapability } from '../../platform/capabilities.ts';
import { pathTo } from '../../platform/links.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { expectSecret } from '../../ui/secrets/issued-secrets.ts';
import { useUtc } from '../../platform/time/utc.ts';
import { hasContent, issueToken, loadTokenSecretDialog } from '../../domain/tokens/issue-token.ts';
import { useTokenSecretTexts } from '../../domain/tokens/token-secret.texts.ts';
import { bodyOf, descriptionOf, validationRules, emptyToken } from './token-form.ts';
import { TokenFields } from './TokenFields.tsx';
import { useTokenTexts } from './tokens.texts.ts';

/** Creates an API token for the signed-in user and shows it once. */
export function NewTokenPage() {
  const t = useTokenTexts();
  const secretTexts = useTokenSecretTexts();
  const router = useRouter();
  const utc = useUtc();
  const takesMore = useCapability('authentication');
  const isMaster = useAppState((state) => state.isGlobalMaster);
  const toList = () => router.history.push(pathTo('v1-tokens'));
  const form = useGuardedForm({
    initialValues: emptyToken,
    validate: validationRules(t, utc),
    save: async (values) => {
      const { TokenSecretDialog } = await loadTokenSecretDialog();
      const showSecret = expectSecret();
      const issued = await issueToken(createToken, {
        body: takesMore ? bodyOf(values, Date.now(), utc) : descriptionOf(values),
      });
      if (hasContent(issued))
        showSecret((close) => (
          <TokenSecretDialog
            issued={issued}
            hint={t.store}
            texts={t}
            onClose={() => {
              close();
              if (router.state.location.pathname === pathTo('v1-tokens-new')) toList();
            }}
          />
        ));
      return issued;
    },
    onSaved: (answer) => {
      void invalidate(listTokens);
      if (hasContent(answer)) return;
      showToast({ message: secretTexts.empty });
      toList();
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
    </>
  );
}
