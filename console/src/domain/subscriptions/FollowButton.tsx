import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { Offered } from '../permissions/Offered.tsx';
import type { Followed } from './followed.ts';
import { useSubscriptionTexts } from './subscriptions.texts.ts';

const FollowDialog = lazyNamed(() => import('./FollowDialog.tsx'), 'FollowDialog');

/** The button for a single field, in a row that names it. */
export function FollowFieldButton({ name, ...followed }: Followed & { name: string }) {
  const t = useSubscriptionTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <Offered needs="GET /v1/subscriptions">
      <Button
        size="xs"
        variant="default"
        aria-label={t.notifyAbout(name)}
        title={t.notifyMe}
        {...FollowDialog.onApproach}
        onClick={() => setOpen(true)}
      >
        <IconBell size={16} aria-hidden />
      </Button>
      {isOpen && (
        <Suspense>
          <FollowDialog followed={followed} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Offered>
  );
}

/** Opens the dialog for subscribing to changes. */
export function FollowButton({ size, ...followed }: Followed & { size?: 'xs' }) {
  const t = useSubscriptionTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <Offered needs="GET /v1/subscriptions">
      <ResponsiveButton
        icon={<IconBell size={16} aria-hidden />}
        variant="default"
        {...(size && { size })}
        {...FollowDialog.onApproach}
        onClick={() => setOpen(true)}
      >
        {t.notifyMe}
      </ResponsiveButton>
      {isOpen && (
        <Suspense>
          <FollowDialog followed={followed} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Offered>
  );
}
