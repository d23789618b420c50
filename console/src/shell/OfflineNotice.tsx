import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import classes from './OfflineNotice.module.css';
import { useShellTexts } from './shell.texts.ts';

/** Without network, queries wait instead of failing. This shows the notice and refetches what they need. */
export function OfflineNotice() {
  const t = useShellTexts();
  const isOnline = useSyncExternalStore(follow, isOnlineNow);
  return <output className={classes.notice}>{!isOnline && t.offline}</output>;
}

const follow = (onChange: () => void) => onlineManager.subscribe(onChange);
const isOnlineNow = () => onlineManager.isOnline();
