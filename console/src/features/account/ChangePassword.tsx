import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { changePassword } from '@annals/contracts/account';
import { listTokens } from '@annals/contracts/api-tokens';
import { minimalPasswordLength } from '@annals/contracts/sign-in';
import { call } from '../../api/call.ts';
import { beginSession } from '../../api/current-user.ts';
import { invalidate } from '../../api/query.ts';
import { useAppState } from '../../api/state.ts';
import { showToast } from '../../shared/feedback/toasts.ts';
import { GuardedForm } from '../../shared/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../shared/forms/useGuardedForm.ts';
import { brokenRule } from '../../shared/passwords/broken-rule.ts';
import { PasswordField } from '../../shared/passwords/PasswordField.tsx';
import { usePasswordTexts } from '../../shared/passwords/password.texts.ts';
import { StrengthMeter } from '../../shared/passwords/StrengthMeter.tsx';
import { Dialog } from '../../shared/states/Dialog.tsx';
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
            {...form.field('newPassword')}
          />
          <StrengthMeter password={form.values.newPassword} />
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
