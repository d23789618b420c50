import { IconLock } from '@tabler/icons-react';
import { useContext, createContext, type ReactNode } from 'react';
import classes from '../../platform/json-values/RedactedMark.module.css';
import { useRedactionTexts } from './redaction.texts.ts';

interface RedactedMarkProps {
  receipt: number;
  /** Renders plain text where a button is not possible. */
  plain?: boolean;
  /** The tab index of the button, for composite widgets. */
  tabIndex?: number;
  /** Replaces the default text. */
  children?: ReactNode;
}

/** Shown for an erased value; a button if the page can show the receipt. */
export function RedactedMark({ receipt, plain = false, tabIndex, children }: RedactedMarkProps) {
  const t = useRedactionTexts();
  const show = useContext(ReceiptContext);
  const content = (
    <>
      <IconLock className={classes.icon} size={13} stroke={2} aria-hidden />
      {children ?? t.erased(receipt)}
    </>
  );
  if (plain || !show) return <span className={classes.mark}>{content}</span>;
  return (
    <button
      type="button"
      className={classes.mark}
      aria-haspopup="dialog"
      title={t.open(receipt)}
      {...(tabIndex === undefined ? {} : { tabIndex })}
      onClick={(event) => {
        event.stopPropagation();
        show(receipt);
      }}
    >
      {content}
    </button>
  );
}

/** Opens the receipt of an erasure; undefined if the page cannot show it. */
export const ReceiptContext = createContext<((receipt: number) => void) | undefined>(undefined);
