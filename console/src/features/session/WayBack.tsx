import { storedAuth } from '../../api/session.ts';
import { pathTo } from '../../shared/links.ts';
import { PathLink } from '../../shared/page/PathLink.tsx';
import classes from './AccountMails.module.css';
import { useAccountMailsTexts } from './account-mails.texts.ts';
import { useSessionTexts } from './session.texts.ts';

/** To the sign-in, or into the console for those who are signed in. */
export function WayBack() {
  const t = useAccountMailsTexts();
  const common = useSessionTexts();
  const isSignedIn = storedAuth() !== null;
  return (
    <p className={classes.back}>
      <PathLink to={pathTo(isSignedIn ? 'index' : 'login')}>
        {isSignedIn ? t.toConsole : common.toSignIn}
      </PathLink>
    </p>
  );
}
