import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface AddButtonProps {
  className?: string | undefined;
  'aria-invalid'?: true | undefined;
  onClick: () => void;
  children: ReactNode;
}

/** Adds an entry to a list in a form. */
export function AddButton(props: AddButtonProps) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlus size={14} aria-hidden />}
      {...props}
    />
  );
}
