import { Button } from '@mantine/core';
import classes from './QuickFilters.module.css';
import type { ListState } from './useListState.ts';

interface QuickChoice<Filter extends string> {
  name: string;
  /** Filters that are not named are cleared, if another choice names them. */
  filters: Partial<Record<Filter, string>>;
}

interface QuickFiltersProps<Filter extends string> {
  label: string;
  list: ListState<Filter>;
  choices: readonly QuickChoice<Filter>[];
  /** Whether the views that the user has saved follow, as choices of their own. */
  withViews?: boolean;
}

/** The questions that people ask a list most, each one click away. */
export function QuickFilters<Filter extends string>({
  label,
  list,
  choices,
  withViews = false,
}: QuickFiltersProps<Filter>) {
  const names = [...new Set(choices.flatMap(({ filters }) => Object.keys(filters) as Filter[]))];
  const changeTo = ({ filters }: QuickChoice<Filter>) =>
    Object.fromEntries(names.map((name) => [name, filters[name] ?? ''])) as Partial<
      Record<Filter, string>
    >;
  const { views, query, chosen, show } = list.views;
  const shownView = withViews
    ? views.find((view) => view.id === chosen && view.query === query)
    : undefined;
  const isChosen = (choice: QuickChoice<Filter>) =>
    shownView === undefined &&
    names.every((name) => (list.state.filters[name] ?? '') === (choice.filters[name] ?? ''));
  return (
    <div className={classes.quick} role="group" aria-label={label}>
      {choices.map((choice) => (
        <Chip
          key={choice.name}
          name={choice.name}
          isChosen={isChosen(choice)}
          onClick={() => list.filters.change(changeTo(choice))}
        />
      ))}
      {withViews &&
        views.map((view) => (
          <Chip
            key={view.id}
            name={view.name}
            isChosen={view === shownView}
            onClick={() => show(view)}
          />
        ))}
    </div>
  );
}

function Chip({
  name,
  isChosen,
  onClick,
}: {
  name: string;
  isChosen: boolean;
  onClick: () => void;
}) {
  return (
    <Button
      size="xs"
      variant={isChosen ? 'light' : 'default'}
      aria-pressed={isChosen}
      onClick={onClick}
    >
      {name}
    </Button>
  );
}
