import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { changePassword } from '@annals/contracts/account';
import { listTokens } from '@annals/contracts/api-tokens';
import { minimalPasswordLength } from '@annals/contracts/sign-in';
import { call } from '../../platform/api/call.ts';
import { beginSession } from '../../platform/api/current-user.ts';
import { invalidate } from '../../platform/api/query.ts';
import { useAppState } from '../../platform/api/state.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { brokenRule } from '../../domain/passwords/broken-rule.ts';
import { PasswordField } from '../../domain/passwords/PasswordField.tsx';
import { usePasswordTexts } from '../../domain/passwords/password.texts.ts';
import { StrengthMeter } from '../../domain/passwords/StrengthMeter.tsx';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { ownTokensQuery } from './account.queries.ts';
import { useSecurityTexts } from './security.texts.ts';

/** Changes the password, which ends all sessions and starts a new one here. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const t = useSecurityTexts();
  const rules = usePasswordTexts();
  const tokens = useQuery(ownTokensQuery).data?.data.filter(({ expired }) => expired !== true);
  const username = useAppState(({ user }) => user?.username ?? user?.email ?? '');
  const form = useGuardedForm({
    initialValues: { currentPassword: '', newPassword: '', revokeTokens: false },
    validate: {
      currentPassword: (text) => (text === '' ? t.passwordMissing : null),
      newPassword: (text, { currentPassword }) =>
        brokenRule(text, rules) || (text === currentPassword ? t.samePassword : null),
    },
    save: async ({ revokeTokens, ...passwords }) => {
      await call(changePassword, {
        body: { ...passwords, ...(revokeTokens && { revokeTokens }) },
      });
      await beginSession();
    },
    onSaved: () => {
      showToast({ message: t.passwordChanged });
      void invalidate(listTokens);
      onClose();
    },
  });
  const newPassword = form.field('newPassword');
  return (
    <Dialog title={t.changePassword} onClose={onClose} form>
      <GuardedForm
        form={form}
        save={t.changePassword}
        failed={t.passwordNotChanged}
        onCancel={onClose}
      >
        {/* Password managers file the new password under this name. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label={t.currentPassword}
          autoComplete="current-password"
          data-autofocus
          {...form.field('currentPassword')}
        />
        <div>
          <PasswordField
            label={t.newPassword}
            description={rules.rules(minimalPasswordLength)}
            autoComplete="new-password"
            {...newPassword}
          />
          <StrengthMeter
            password={form.values.newPassword}
            refused={Boolean(newPassword['error'])}
          />
        </div>
        {tokens !== undefined && tokens.length > 0 && (
          <Checkbox
            label={t.revokeTokens(tokens.length)}
            description={t.revokeTokensHint}
            {...form.field('revokeTokens', 'checkbox')}
          />
        )}
      </GuardedForm>
    </Dialog>
  );
}
