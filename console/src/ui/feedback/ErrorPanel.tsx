import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { CallError, ContractError, NotOffered } from '../../platform/api/errors.ts';
import { isRefused } from '../../platform/api/query.ts';
import { copyText } from '../ids/copy-text.ts';
import { EmptyState } from './EmptyState.tsx';
import { useServiceText } from '../../platform/service-messages/service-text.ts';
import { errorMessage } from './error-message.ts';
import classes from './ErrorPanel.module.css';
import { useFeedbackTexts } from './feedback.texts.ts';
import { useRefusalTexts } from './refusal.texts.ts';
import { showToast } from './toasts.ts';
import { WaysOut } from './WaysOut.tsx';

interface ErrorPanelProps {
  error: unknown;
  /** Absent if a retry cannot help. */
  onRetry?: (() => void) | undefined;
  /** An alternative action. */
  action?: ReactNode;
  /** What failed; by default "This could not be loaded". */
  title?: string | undefined;
  /** Replaces the general text if the service does not have the call. */
  notOffered?: ReactNode;
}

/**
 * An error where it happened: the message, the request id to quote, and "Try again". Users without access get ways out
 * instead, because a retry would be refused as well.
 */
export function ErrorPanel({ error, onRetry, action, title, notOffered }: ErrorPanelProps) {
  const t = useFeedbackTexts();
  const refusal = useRefusalTexts();
  const translate = useServiceText();
  const requestId =
    error instanceof CallError || error instanceof ContractError ? error.requestId : undefined;
  // Not a failure, and a retry would not help.
  if (title === undefined && error instanceof NotOffered)
    return notOffered ?? <EmptyState title={t.notKnown} hint={t.notKnownHint} />;
  const isDenied = onRetry !== undefined && isRefused(error);
  const saysWhy =
    error instanceof CallError && (error.problem.message !== undefined || error.saysWhy);
  const fields = (error instanceof CallError && error.problem.fields) || [];
  return (
    <div role="alert" className={classes.panel}>
      <strong className={classes.title}>{title ?? (isDenied ? refusal.denied : t.failed)}</strong>
      <p className={classes.message}>
        {errorMessage(error, t, translate)}
        {isDenied && !saysWhy && ` ${refusal.whomToAsk}`}
      </p>
      {fields.length > 0 && (
        <ul className={classes.fields}>
          {fields.map(({ path, ...wrong }) => (
            <li key={path}>
              <code>{path}</code> {translate(wrong)}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        {onRetry && !isDenied && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t.retry}
          </Button>
        )}
        {isDenied && <WaysOut />}
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
