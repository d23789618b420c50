import type { SchemaCheck } from './types.queries.ts';
import { useTypeTexts } from './types.texts.ts';
import classes from './TypesTab.module.css';

/** Lists the keywords of a schema that no check takes into account, with the reason. */
export function SchemaAnnotations({ annotations }: Pick<SchemaCheck, 'annotations'>) {
  const t = useTypeTexts();
  if (annotations.length === 0) return null;
  return (
    <section className={classes.breaking} aria-label={t.annotationsTitle}>
      <p>
        <strong>{t.annotationsTitle}</strong> {t.annotationsHint}
      </p>
      <ul className={classes.objects}>
        {annotations.map(({ keyword, format, reason, count, path }) => (
          <li key={`${reason} ${keyword} ${format ?? ''}`}>
            <code>{format === null ? keyword : `${keyword}: ${format}`}</code>{' '}
            {t.annotationReasons[reason]} {t.annotationPlaces(path, count)}
          </li>
        ))}
      </ul>
    </section>
  );
}
