import type { FeedState } from './change-feed.ts';
import classes from './Live.module.css';
import { useLiveTexts } from './live.texts.ts';

interface LiveSwitchProps {
  state: FeedState;
  follows: boolean;
  onFollow: (follows: boolean) => void;
}

/** The switch for live updates; hidden if the service has no change feed. */
export function LiveSwitch({ state, follows, onFollow }: LiveSwitchProps) {
  const t = useLiveTexts();
  if (state === 'refused') return null;
  const word =
    !follows || state === 'resting'
      ? t.paused
      : state === 'interrupted'
        ? t.interrupted
        : state === 'live'
          ? t.live
          : t.starting;
  return (
    <span className={classes.live} data-on="screen">
      <button
        type="button"
        role="switch"
        className={classes.switch}
        data-state={follows ? state : 'off'}
        aria-checked={follows && state !== 'resting'}
        aria-label={t.follow}
        title={state === 'resting' ? t.resting : t.follow}
        onClick={() => onFollow(!follows || state === 'resting')}
      >
        <span className={classes.dot} aria-hidden />
        <span className={classes.word} aria-hidden>
          {word}
        </span>
      </button>
      {follows && state === 'resting' && (
        <span className={classes.resting}>
          {t.resting} {/* Pressing it is the input that lets it go on. */}
          <button type="button" className={classes.goOn} onClick={() => onFollow(true)}>
            {t.goOn}
          </button>
        </span>
      )}
      <output className={classes.spoken}>
        {!follows || state === 'resting' ? t.nowPaused : state === 'live' ? t.nowLive : ''}
      </output>
    </span>
  );
}
