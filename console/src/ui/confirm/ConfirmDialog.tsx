import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { isRefusal } from '../../platform/api/errors.ts';
import { ErrorPanel } from '../feedback/ErrorPanel.tsx';
import { Dialog } from '../states/Dialog.tsx';
import { LineSkeletons } from '../states/QueryPanel.tsx';
import classes from './ConfirmDialog.module.css';
import { useConfirmTexts } from './confirm.texts.ts';
import { useSingleMutation } from '../forms/useSingleMutation.ts';

interface ConfirmDialogProps<Result> {
  title: string;
  question: ReactNode;
  /**
   * What the action affects ("3 tokens stop working"), as a list or a function that loads it; the action can be
   * confirmed only once this is known.
   */
  touches?: readonly string[] | (() => Promise<readonly string[]>) | undefined;
  /** Further details of the action. */
  details?: ReactNode;
  /** For irreversible actions: the name that must be typed. */
  typeName?: string | undefined;
  /** What cannot be undone, if that is not all of it. */
  irreversible?: string | undefined;
  /** The label of the button. */
  confirm: string;
  /** The title of the error. */
  failed: string;
  /** Makes the button red: something stops working or is lost. */
  danger?: boolean;
  act: () => Promise<Result>;
  /** Returns false if an input is missing, after showing that. */
  mayAct?: () => boolean;
  /** An alternative action, or the only one. */
  instead?: { label: string; isOnly: boolean; run: () => void } | undefined;
  onDone?: (result: Result) => void;
  onClose: () => void;
}

const nothing: readonly string[] = [];

const always = () => true;

/**
 * Asks for confirmation of a serious action, or with `typeName` of an irreversible one. Errors stay inside; it closes
 * when it is done.
 */
export function ConfirmDialog<Result>({
  title,
  question,
  touches = nothing,
  details,
  typeName,
  irreversible,
  confirm,
  failed,
  danger = false,
  act,
  mayAct = always,
  instead,
  onDone,
  onClose,
}: ConfirmDialogProps<Result>) {
  const t = useConfirmTexts();
  const [typed, setTyped] = useState('');
  const asks = typeof touches === 'function';
  const effects = useQuery({
    queryKey: ['touches', useId()],
    queryFn: async () => (asks ? touches() : touches),
    enabled: asks,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const isActing = useRef(false);
  const mutation = useSingleMutation({
    mutationFn: act,
    onSuccess: (result) => {
      onDone?.(result);
      onClose();
    },
    onError: () => {
      isActing.current = false;
    },
  });
  const list = asks ? effects.data : touches;
  const named = typeName === undefined || typed.trim() === typeName.trim();
  const ready = list !== undefined && named;
  // The action would be refused for the same reason as its dry run.
  const isRefused = isRefusal(effects.error);

  return (
    <Dialog title={title} onClose={() => !mutation.isPending && onClose()}>
      <form
        className={classes.content}
        onSubmit={(event) => {
          event.preventDefault();
          // A second Enter may come after the answer and before this is closed.
          if (!ready || isActing.current) return;
          if (instead?.isOnly) return instead.run();
          if (!mayAct()) return;
          isActing.current = true;
          mutation.mutate();
        }}
      >
        <div>{question}</div>
        {effects.error &&
          (isRefused ? (
            <ErrorPanel title={t.notPossible} error={effects.error} />
          ) : (
            <ErrorPanel
              title={t.touchesUnknown}
              error={effects.error}
              onRetry={() => void effects.refetch()}
            />
          ))}
        <div aria-live="polite" aria-busy={list === undefined && !effects.error}>
          {list === undefined && !effects.error && <LineSkeletons lines={2} />}
          {list?.length === 0 && asks && <p className={classes.quiet}>{t.touchesNothing}</p>}
          {list !== undefined && list.length > 0 && (
            <ul className={classes.touches} aria-label={t.touches}>
              {list.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          )}
        </div>
        {details}
        {typeName !== undefined && !isRefused && (
          <>
            <p className={classes.irreversible}>{irreversible ?? t.irreversible}</p>
            <TextInput
              label={t.typeName(typeName)}
              data-autofocus
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </>
        )}
        {mutation.error && <ErrorPanel title={failed} error={mutation.error} />}
        <div className={classes.buttons}>
          <Button
            variant="default"
            data-autofocus={typeName === undefined || undefined}
            disabled={mutation.isPending}
            onClick={onClose}
          >
            {t.cancel}
          </Button>
          {instead && !instead.isOnly && (
            <Button variant="default" disabled={!ready || mutation.isPending} onClick={instead.run}>
              {instead.label}
            </Button>
          )}
          <Button
            type="submit"
            disabled={!ready}
            loading={mutation.isPending}
            {...(danger && !instead?.isOnly && { color: 'red' })}
          >
            {instead?.isOnly ? instead.label : confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
