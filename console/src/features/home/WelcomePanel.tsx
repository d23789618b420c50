import { Button } from '@mantine/core';
import { listEvents } from '@annals/contracts/events';
import { product } from '../../api/product.ts';
import { useAppState } from '../../api/state.ts';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { useCapabilities } from '../../shared/permissions/capabilities.ts';
import { useMay } from '../../shared/permissions/my-permissions.ts';
import { storeText, useStoredText } from '../../api/store.ts';
import { Panel } from '../../shared/states/Panel.tsx';
import { useWelcomeTexts } from './welcome.texts.ts';
import classes from './WelcomePanel.module.css';

/** A short introduction for new users; gone for good once it is dismissed. */
export function WelcomePanel() {
  const t = useWelcomeTexts();
  const userId = useAppState(({ user }) => user?.id);
  const administers = useMay('users:write');
  const has = useCapabilities();
  const key = `${product}.whatsHere:${userId}`;
  const isDismissed = useStoredText(key) !== null;
  if (userId === undefined || isDismissed) return null;
  return (
    <div className={classes.whatsHere}>
      <Panel title={t.title}>
        <ul className={classes.points}>
          <li>{t.partitions}</li>
          {has('asOf') && <li>{t.past}</li>}
          <li>{t.palette}</li>
          {administers && has(listEvents) && <li>{t.administration}</li>}
          <li>{t.help}</li>
        </ul>
        <div className={classes.buttons}>
          <PathLink to="/help">{t.guide}</PathLink>
          <Button size="xs" variant="default" onClick={() => dismiss(key)}>
            {t.dismiss}
          </Button>
        </div>
      </Panel>
    </div>
  );
}

function dismiss(key: string): void {
  try {
    storeText(key, new Date().toISOString());
  } catch {
    // A browser without storage shows it again.
  }
}
