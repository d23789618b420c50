import { Button } from '@mantine/core';

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  size?: 'xs';
  className?: string | undefined;
  children: string;
}

/** Loads the next entries of a list without pages; omitted if there are none. */
export function MoreButton({ query, ...rest }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="default"
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
      {...rest}
    />
  );
}
