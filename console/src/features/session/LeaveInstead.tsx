import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSignInOverTexts } from './sign-in-over.texts.ts';
import classes from './SignInOver.module.css';

/** Gives the page up for the login page, once the person has agreed to lose what is unsaved. */
export function LeaveInstead({ onLeave }: { onLeave: () => void }) {
  const t = useSignInOverTexts();
  const [asks, setAsks] = useState(false);
  if (!asks) {
    return (
      <Button
        className={classes.last}
        fullWidth
        size="md"
        variant="subtle"
        onClick={() => setAsks(true)}
      >
        {t.leave}
      </Button>
    );
  }
  return (
    <div className={classes.leave} role="group" aria-label={t.leave}>
      <p className={classes.words} role="alert">
        {t.leaveQuestion}
      </p>
      <Button variant="default" autoFocus onClick={() => setAsks(false)}>
        {t.stay}
      </Button>
      <Button color="red" onClick={onLeave}>
        {t.reallyLeave}
      </Button>
    </div>
  );
}
