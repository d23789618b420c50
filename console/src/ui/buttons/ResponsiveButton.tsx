import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentPropsWithRef, type ReactNode, use } from 'react';
import classes from './ResponsiveButton.module.css';
import { InToolMenu } from '../popover/in-tool-menu.ts';

interface ResponsiveButtonProps
  extends
    Omit<ButtonProps, 'leftSection' | 'rightSection'>,
    Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  icon: ReactNode;
  /** The label; at 480 px and below, it is only an accessible name and a tooltip. */
  children: string;
  keepsWords?: boolean;
}

/** A button with an icon that shrinks to the icon on small screens (specification 9), but not in a menu of tools. */
export function ResponsiveButton({
  icon,
  children,
  keepsWords = false,
  ...rest
}: ResponsiveButtonProps) {
  if (use(InToolMenu)) {
    const { variant: _, size: __, ...line } = rest;
    return (
      <Button
        {...line}
        variant="subtle"
        color="gray"
        fullWidth
        justify="flex-start"
        leftSection={<span className={classes.lineIcon}>{icon}</span>}
      >
        {children}
      </Button>
    );
  }
  return (
    <Button
      title={children}
      {...rest}
      leftSection={icon}
      {...(!keepsWords && {
        classNames: { root: classes.root ?? '', section: classes.section ?? '' },
      })}
    >
      {keepsWords ? children : <span className={classes.words}>{children}</span>}
    </Button>
  );
}
