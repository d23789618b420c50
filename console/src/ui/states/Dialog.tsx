import { Modal } from '@mantine/core';
import { use, useCallback, useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { InToolMenu } from '../popover/in-tool-menu.ts';
import { IsPart } from '../feedback/WaysOut.tsx';
import '../../theme/forms-styles.css';
import { DialogLeave } from './dialog-leave.ts';
import classes from './Dialog.module.css';
import { focusPlace } from './last-focused-element.ts';
import { useStateTexts } from './states.texts.ts';

/** The z-index of Mantine's dialogs. */
const dialogZIndex = 250;

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Omitted if the dialog is only rendered while it is open. */
  opened?: boolean;
  /**
   * A form closes neither with a click outside nor with what it has written: Esc and × do what its *Cancel* does. Without
   * one, only its own buttons close it.
   */
  form?: boolean;
  /** Above all other dialogs, whichever opened first. */
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
  const isOfMenu = use(InToolMenu);
  const [leave, setLeave] = useState<{ go: () => void }>();
  const register = useCallback((go: () => void) => {
    setLeave({ go });
    return () => setLeave(undefined);
  }, []);
  const close = form ? leave?.go : onClose;
  useFocusBack(opened);
  useFocusWithin(content);
  useEscape(content, form ? leave?.go : undefined);
  const dialog = (
    <Modal.Root
      opened={opened}
      onClose={close ?? onClose}
      closeOnClickOutside={!form}
      closeOnEscape={!form}
      size={size}
      padding="lg"
      // As className of the content it would also be on what lies around that.
      classNames={{ content: classes.dialog }}
      lockScroll={false}
      {...(top && { zIndex: dialogZIndex })}
      transitionProps={{ duration: 100 }}
      centered
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content ref={setContent}>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {close && <Modal.CloseButton aria-label={t.close} />}
        </div>
        <Modal.Body>
          <InToolMenu value={false}>
            <IsPart value>
              <DialogLeave value={register}>{children}</DialogLeave>
            </IsPart>
          </InToolMenu>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
  // Its button's menu is closed, and whatever lies in it is not shown.
  return isOfMenu ? createPortal(dialog, document.body) : dialog;
}

/** Esc in the dialog itself, which neither closes a list or a completion in it nor belongs to a dialog above it. */
function useEscape(content: HTMLElement | null, leave: (() => void) | undefined) {
  useEffect(() => {
    if (!content || !leave) return undefined;
    const onKeyDown = ({ key, target, defaultPrevented, isComposing }: KeyboardEvent) => {
      const closesList =
        target instanceof Element &&
        target.getAttribute('data-mantine-stop-propagation') === 'true';
      if (key === 'Escape' && !defaultPrevented && !isComposing && !closesList) leave();
    };
    content.addEventListener('keydown', onKeyDown);
    return () => content.removeEventListener('keydown', onKeyDown);
  }, [content, leave]);
}

/** Returns the focus to where it was, even if the dialog is unmounted instead of closed. */
function useFocusBack(opened: boolean) {
  const [before, setBefore] = useState(() => (opened ? focusPlace() : undefined));
  if (opened !== (before !== undefined)) setBefore(opened ? focusPlace() : undefined);
  useEffect(
    () => () => {
      if (!before) return;
      // If the focus has moved elsewhere since, that is intended.
      const isLost = document.activeElement === document.body;
      // A nested dialog must not return the focus to the page while the outer one is open.
      const open = document.querySelector('[role="dialog"][aria-modal="true"]');
      if (open && !open.contains(before.element)) return;
      if (isLost) before.focus();
    },
    [before],
  );
}

/**
 * When the focused element disappears inside the dialog, the dialog takes the focus: otherwise the next Tab
 * would move to the page beneath it.
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
