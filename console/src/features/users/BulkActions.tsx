import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { BulkAction } from './bulk-users.ts';
import { useUserTexts } from './users.texts.ts';

/** The actions on the selected users. */
export function BulkActions({ onAct }: { onAct: (action: BulkAction) => void }) {
  const t = useUserTexts();
  const more: [BulkAction, string][] = [
    ['ADD_ROLE', t.addRole],
    ['REMOVE_ROLE', t.removeRole],
    ['ASSIGN_UNIT', t.assignUnit],
    ['UNASSIGN_UNIT', t.unassignUnit],
    ['RESEND_INVITATION', t.resendInvitation],
    ['END_SESSIONS', t.endSessions],
  ];
  return (
    <>
      <Button size="xs" variant="default" onClick={() => onAct('DISABLE')}>
        {t.disable}
      </Button>
      <Button size="xs" variant="default" onClick={() => onAct('ENABLE')}>
        {t.enable}
      </Button>
      <Menu position="top-start" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {more.map(([action, name]) => (
            <Menu.Item key={action} onClick={() => onAct(action)}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
