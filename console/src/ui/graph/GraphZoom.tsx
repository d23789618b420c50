import { ActionIcon } from '@mantine/core';
import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { useGraphDrawingTexts } from './graph-drawing.texts.ts';
import type { usePanZoom } from './usePanZoom.ts';
import classes from './Graph.module.css';

/** The buttons that do what the keys - + 0 do. */
export function GraphZoom({
  zoomOut,
  zoomIn,
  fit,
}: Pick<ReturnType<typeof usePanZoom>, 'zoomOut' | 'zoomIn' | 'fit'>) {
  const t = useGraphDrawingTexts();
  return (
    <span className={classes.tools}>
      <ActionIcon variant="default" aria-label={t.zoomOut} title={t.zoomOut} onClick={zoomOut}>
        <IconMinus size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" aria-label={t.zoomIn} title={t.zoomIn} onClick={zoomIn}>
        <IconPlus size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" aria-label={t.fit} title={t.fit} onClick={fit}>
        <IconArrowsMaximize size={16} aria-hidden />
      </ActionIcon>
    </span>
  );
}
