import { Modal } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import classes from './Dialog.module.css';
import { useStateTexts } from './states.texts.ts';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Left out where the dialog is only rendered while it is open. */
  opened?: boolean;
  /** A form, which only its own buttons close, so that nothing written is lost by a slip. */
  form?: boolean;
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
  size = 'md',
  children,
}: DialogProps) {
  const t = useStateTexts();
  useFocusBack();
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnClickOutside={!form}
      closeOnEscape={!form}
      size={size}
      lockScroll={false}
      transitionProps={{ duration: 100 }}
      centered
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content className={classes.dialog}>
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
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Wherever else the focus has gone since then, it is meant to be.
      const isLost = document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    },
    [before],
  );
}
