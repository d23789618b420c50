import { IconUserCircle } from '@tabler/icons-react';
import type { User } from '@annals/contracts/users';
import { personName } from '../shared/ids/person-name.ts';
import { pathTo } from '../shared/links.ts';
import { PathLink } from '../shared/page/PathLink.tsx';
import { setUtc, useUtc } from '../shared/time/utc.ts';
import classes from './AccountMenu.module.css';
import choiceClasses from './Choices.module.css';
import { TopBarPopover } from './TopBarPopover.tsx';
import { useShellTexts } from './shell.texts.ts';

/** The user's name, and what they set for themselves. */
export function AccountMenu({ user, onShortcuts }: { user: User; onShortcuts: () => void }) {
  const t = useShellTexts();
  const utc = useUtc();
  const name = personName(user) ?? t.account;
  const face = (
    <>
      <IconUserCircle size={18} aria-hidden="true" />
      <span className={classes.name}>{name}</span>
    </>
  );
  return (
    <TopBarPopover label={t.account} accessibleLabel={`${t.account}: ${name}`} face={face}>
      <PathLink
        to={pathTo('v1-users-userId', { userId: user.id })}
        className={choiceClasses.choice}
      >
        {t.profile}
      </PathLink>
      <label className={choiceClasses.choice}>
        <input
          type="checkbox"
          checked={utc}
          onChange={(event) => setUtc(event.currentTarget.checked)}
        />
        {t.timesInUtc}
      </label>
      <button
        type="button"
        className={`${choiceClasses.choice} ${classes.entry}`}
        onClick={(event) => {
          event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
          onShortcuts();
        }}
      >
        {t.shortcuts}
      </button>
    </TopBarPopover>
  );
}
