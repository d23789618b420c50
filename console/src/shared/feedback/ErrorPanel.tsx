import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { CallError, ContractError, NotOffered } from '../../api/errors.ts';
import { copyText } from '../ids/copy-text.ts';
import { EmptyState } from './EmptyState.tsx';
import { useServiceText } from '../service-messages/service-text.ts';
import { errorMessage } from './error-message.ts';
import classes from './ErrorPanel.module.css';
import { useFeedbackTexts } from './feedback.texts.ts';
import { showToast } from './toasts.ts';

interface ErrorPanelProps {
  error: unknown;
  /** Absent if a retry cannot help. */
  onRetry?: (() => void) | undefined;
  /** An alternative action. */
  action?: ReactNode;
  /** What failed; by default "This could not be loaded". */
  title?: string;
  /** Replaces the general text if the service does not have the call. */
  notOffered?: ReactNode;
}

/** An error where it happened: the message, "Try again", and the request id to quote. */
export function ErrorPanel({ error, onRetry, action, title, notOffered }: ErrorPanelProps) {
  const t = useFeedbackTexts();
  const translate = useServiceText();
  const requestId =
    error instanceof CallError || error instanceof ContractError ? error.requestId : undefined;
  // Not a failure, and a retry would not help.
  if (title === undefined && error instanceof NotOffered)
    return notOffered ?? <EmptyState title={t.notKnown} hint={t.notKnownHint} />;
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
        {action}
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
