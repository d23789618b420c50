import { ActionIcon, Button } from '@mantine/core';
import { type ComponentPropsWithRef, type ReactNode, use } from 'react';
import { InToolMenu } from '../popover/in-tool-menu.ts';

interface ToolButtonProps extends Omit<
  ComponentPropsWithRef<'button'>,
  'color' | 'style' | 'disabled'
> {
  icon: ReactNode;
  label: string;
}

/** A button for the page or the list around it: an icon, or in a menu of tools a line with its words. */
export function ToolButton({ icon, label, ...rest }: ToolButtonProps) {
  return use(InToolMenu) ? (
    <Button
      variant="subtle"
      color="gray"
      fullWidth
      justify="flex-start"
      leftSection={icon}
      {...rest}
    >
      {label}
    </Button>
  ) : (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} title={label} {...rest}>
      {icon}
    </ActionIcon>
  );
}
