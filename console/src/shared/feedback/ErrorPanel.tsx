import { Button } from '@mantine/core';
import { CallError, ContractError, isKnownToBeAbsent, isNotOffered } from '../../api/errors.ts';
import { copyText } from '../ids/copy-text.ts';
import { EmptyState } from './EmptyState.tsx';
import { useServiceText } from '../service-messages/service-text.ts';
import { errorMessage } from './error-message.ts';
import classes from './ErrorPanel.module.css';
import { useFeedbackTexts } from './feedback.texts.ts';
import { showToast } from './toasts.ts';

interface ErrorPanelProps {
  error: unknown;
  /** Absent when asking again cannot help. */
  onRetry?: (() => void) | undefined;
  /** What failed; by default "This could not be loaded". */
  title?: string;
}

/** An error where it happened: the message, "Try again", and the request id to quote. */
export function ErrorPanel({ error, onRetry, title }: ErrorPanelProps) {
  const t = useFeedbackTexts();
  const translate = useServiceText();
  const requestId =
    error instanceof CallError || error instanceof ContractError ? error.requestId : undefined;
  // Other services may not support the call: that is not a failure, and a retry would not help.
  if (title === undefined && isNotOffered(error) && !isKnownToBeAbsent(error))
    return <EmptyState title={t.notKnown} hint={t.notKnownHint} />;
  const fields = (error instanceof CallError && error.problem.fields) || [];
  return (
    <div role="alert" className={classes.panel}>
      <strong className={classes.title}>{title ?? t.failed}</strong>
      <p className={classes.message}>{errorMessage(error, t, translate)}</p>
      {fields.length > 0 && (
        <ul className={classes.fields}>
          {fields.map(({ path, message }) => (
            <li key={path}>
              <code>{path}</code> {translate(message)}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t.retry}
          </Button>
        )}
        {requestId !== undefined && (
          <span className={classes.requestId}>
            {t.requestId} <code>{requestId}</code>
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => void copyText(requestId).then(() => showToast({ message: t.copied }))}
            >
              {t.copy}
            </Button>
          </span>
        )}
      </div>
    </div>
  );
}
