import classes from './AccountMails.module.css';
import { BackToSignIn } from './MailSent.tsx';
import { SessionFrame } from './SessionFrame.tsx';

/** What a page without a user shows if the services have not announced what it is for: who helps instead. */
export function NotOfferedHere({ title, text }: { title: string; text: string }) {
  return (
    <SessionFrame title={title}>
      <p className={classes.words}>{text}</p>
      <BackToSignIn />
    </SessionFrame>
  );
}
