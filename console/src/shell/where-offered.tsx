import type { FunctionComponent } from 'react';
import { pages, type PageWithNeeds } from '@annals/contracts/pages';
import { Offered } from '../shared/permissions/Offered.tsx';
import { NotOfferedPage } from './NotOfferedPage.tsx';

/** The page of a route, or a replacement if the services do not have the call that it needs. */
export function whereOffered(name: PageWithNeeds, Page: FunctionComponent): FunctionComponent {
  const { needs } = pages[name];
  return function OfferedPage() {
    return (
      <Offered needs={needs} otherwise={<NotOfferedPage name={name} />}>
        <Page />
      </Offered>
    );
  };
}
