import { Button } from '@mantine/core';
import { ErrorPanel } from '../../../shared/feedback/ErrorPanel.tsx';
import { showToast } from '../../../shared/feedback/toasts.ts';
import { Dialog } from '../../../shared/states/Dialog.tsx';
import classes from './Members.module.css';
import { useRemoveMember } from './members.queries.ts';
import { useMemberTexts } from './members.texts.ts';

interface RemoveMemberProps {
  partitionId: string;
  partitionName: string;
  userId: string;
  name: string;
  isSelf: boolean;
  opened: boolean;
  onClose: () => void;
}

/** Asks before somebody loses access. */
export function RemoveMember({
  partitionId,
  partitionName,
  userId,
  name,
  isSelf,
  opened,
  onClose,
}: RemoveMemberProps) {
  const t = useMemberTexts();
  const remove = useRemoveMember(partitionId);
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={t.removeTitle} size="sm">
      <div className={classes.dialog}>
        <p className={classes.question}>
          {isSelf ? t.removeSelfQuestion(partitionName) : t.removeQuestion(name, partitionName)}
        </p>
        {remove.error && <ErrorPanel title={t.notRemoved} error={remove.error} />}
        <div className={classes.buttons}>
          <Button variant="default" data-autofocus onClick={close} disabled={remove.isPending}>
            {t.cancel}
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(
                { userId },
                {
                  onSuccess: () => {
                    showToast({ message: t.removed(name) });
                    close();
                  },
                },
              )
            }
          >
            {t.removeNow}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
