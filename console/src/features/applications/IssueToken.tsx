import { Radio, TextInput } from '@mantine/core';
import { createApplicationToken } from '@annals/contracts/applications';
import { alwaysHeldScope, type TokenScope } from '@annals/contracts/permissions';
import type { Application } from '../../platform/api/things.ts';
import { useAppState } from '../../platform/api/state.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { hasContent, issueToken, type IssuedToken } from '../../domain/tokens/issue-token.ts';
import { ScopeField } from '../../domain/tokens/ScopeField.tsx';
import { useTokenSecretTexts } from '../../domain/tokens/token-secret.texts.ts';
import { TokenSecretDialog } from '../../domain/tokens/TokenSecretDialog.tsx';
import { expectSecret } from '../../ui/secrets/issued-secrets.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { useCapability } from '../../platform/capabilities.ts';
import { Offered } from '../../domain/permissions/Offered.tsx';
import { Dialog } from '../../ui/states/Dialog.tsx';
import classes from './ApplicationPage.module.css';
import { invalidateApplications } from './applications.queries.ts';
import { useApplicationTexts } from './applications.texts.ts';

const choices = ['7', '30', '90', '365', 'never'] as const;
const dayMs = 86_400_000;

interface IssueTokenValues {
  description: string;
  scopes: TokenScope[];
  expiry: (typeof choices)[number];
}

interface IssueTokenProps {
  application: Application;
  onClose: () => void;
}

/** Creates a token for an application and shows it once. */
export function IssueToken({ application, onClose }: IssueTokenProps) {
  const t = useApplicationTexts();
  const secretTexts = useTokenSecretTexts();
  const takesMore = useCapability('authentication');
  const isMaster = useAppState((state) => state.isGlobalMaster);
  const form = useGuardedForm<IssueTokenValues, IssuedToken>({
    initialValues: { description: '', scopes: [alwaysHeldScope, 'write'], expiry: '90' },
    validate: {
      description: (text: string) => (text.trim() === '' ? t.tokenDescriptionMissing : null),
    },
    save: async ({ description, scopes: chosen, expiry }) => {
      const showSecret = expectSecret();
      const issued = await issueToken(createApplicationToken, {
        params: { applicationId: application.id },
        body: {
          description: description.trim(),
          // The specification has only the description.
          ...(takesMore && {
            scopes: chosen,
            expiresDate:
              expiry === 'never'
                ? null
                : new Date(Date.now() + Number(expiry) * dayMs).toISOString(),
          }),
        },
      });
      if (hasContent(issued))
        showSecret((close) => (
          <TokenSecretDialog
            issued={issued}
            hint={application.tokenCount === 0 ? t.giveFirstToProgram : t.giveToProgram}
            texts={t}
            onClose={close}
          />
        ));
      return issued;
    },
    onSaved: (answer) => {
      void invalidateApplications();
      if (!hasContent(answer)) showToast({ message: secretTexts.empty });
      onClose();
    },
  });
  return (
    <Dialog title={t.newTokenTitle(application.name ?? '')} onClose={onClose} form>
      <GuardedForm
        form={form}
        save={t.createToken}
        failed={t.notIssued}
        labels={{ description: t.tokenDescription, scopes: t.scopes, expiry: t.expires }}
        onCancel={onClose}
      >
        <TextInput
          label={t.tokenDescription}
          description={t.tokenDescriptionHint}
          withAsterisk
          maxLength={200}
          {...form.field('description')}
        />
        <Offered needs="authentication">
          <ScopeField label={t.scopes} hints={t.scopeHints} {...form.field('scopes')} />
          <Radio.Group label={t.expires} {...form.field('expiry')}>
            <div className={classes.choices}>
              {choices.map((choice) => (
                <Radio
                  key={choice}
                  value={choice}
                  label={choice === 'never' ? t.neverExpires : t.inDays(Number(choice))}
                  disabled={choice === 'never' && !isMaster}
                  description={choice === 'never' && !isMaster ? t.neverHint : undefined}
                />
              ))}
            </div>
          </Radio.Group>
        </Offered>
      </GuardedForm>
    </Dialog>
  );
}
