import { Modal } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import '../../theme/forms-styles.css';
import classes from './Dialog.module.css';
import { lastFocusedElement } from './last-focused-element.ts';
import { useStateTexts } from './states.texts.ts';

/** Mantine puts dialogs at 200. */
const aboveOthers = 250;

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Left out where the dialog is only rendered while it is open. */
  opened?: boolean;
  /** A form, which only its own buttons close, so that nothing written is lost by a slip. */
  form?: boolean;
  /** Above every other dialog, whichever opened first. */
  top?: boolean;
  size?: string;
  children: ReactNode;
}

/**
 * A dialog over the page. The theme's defaults for dialogs reach only Mantine's own whole, so they stand here again: locking
 * the scroll would write a style element into the page, which the security policy forbids. Its head is no `header` element: a
 * dialog's would count as a second banner of the page.
 */
export function Dialog({
  title,
  onClose,
  opened = true,
  form = false,
  top = false,
  size = 'md',
  children,
}: DialogProps) {
  const t = useStateTexts();
  const [content, setContent] = useState<HTMLElement | null>(null);
  useFocusBack();
  useFocusWithin(content);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnClickOutside={!form}
      closeOnEscape={!form}
      size={size}
      padding="lg"
      // As className of the content it would also be on what lies around that.
      classNames={{ content: classes.dialog }}
      lockScroll={false}
      {...(top && { zIndex: aboveOthers })}
      transitionProps={{ duration: 100 }}
      centered
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content ref={setContent}>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {!form && <Modal.CloseButton aria-label={t.close} />}
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Gives the focus back to where it was, also where the dialog is taken away whole instead of being closed. */
function useFocusBack() {
  const [before] = useState(lastFocusedElement);
  useEffect(
    () => () => {
      // Wherever else the focus has gone since then, it is meant to be.
      const isLost = document.activeElement === document.body;
      // A dialog within a dialog knows the page too, and must not lead there while the other is open.
      const open = document.querySelector('[role="dialog"][aria-modal="true"]');
      if (open && !open.contains(before)) return;
      if (isLost && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    },
    [before],
  );
}

/**
 * When what has the focus gives way to something else inside the dialog, the dialog takes it: else the next Tab would lead
 * through the page under it.
 */
function useFocusWithin(content: HTMLElement | null) {
  useEffect(() => {
    if (!content) return undefined;
    const takeBack = () => {
      if (document.activeElement === document.body) content.focus({ preventScroll: true });
    };
    const onTab = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') takeBack();
    };
    const changes = new MutationObserver(takeBack);
    changes.observe(content, { childList: true, subtree: true });
    document.addEventListener('keydown', onTab, { capture: true });
    return () => {
      changes.disconnect();
      document.removeEventListener('keydown', onTab, { capture: true });
    };
  }, [content]);
}
