import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Dialog.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** For a form, which only its own buttons close, so that nothing written is lost by a slip. */
  form?: boolean;
  size?: string;
  children: ReactNode;
}

/** A dialog. Its head is no `header`, which would count as a second banner of the page. */
export function Dialog({ title, onClose, form = false, size = 'md', children }: DialogProps) {
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={size}
      closeOnClickOutside={!form}
      closeOnEscape={!form}
      // Locking the scroll writes a style element into the page, which the security policy forbids.
      lockScroll={false}
      transitionProps={{ duration: 100 }}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
        </div>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
