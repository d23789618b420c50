import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import classes from './SchemaForm.module.css';
import { useSchemaFormTexts } from './schema-form.texts.ts';

interface RemoveGroupButtonProps {
  /** The label of the field. */
  label: string;
  onClick: () => void;
}

/** Removes a field that spans several lines. */
export function RemoveGroupButton({ label, onClick }: RemoveGroupButtonProps) {
  const t = useSchemaFormTexts();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={classes.removeGroup}
      aria-label={t.remove(label)}
      title={t.remove(label)}
      onClick={onClick}
    >
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  );
}
