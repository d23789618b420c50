import { routes } from '@annals/contracts/routes';
import { productTitle } from '../platform/api/product.ts';
import { useAppState } from '../platform/api/state.ts';
import { PathLink } from '../ui/page/PathLink.tsx';
import { isActiveEntry, menuFor } from './menu/menu-entries.ts';
import { useRouteName } from './route-name.ts';
import classes from './SideMenu.module.css';
import { useMenuTexts } from './menu/menu.texts.ts';

export function SideMenu({ onFollow }: { onFollow?: () => void }) {
  const t = useMenuTexts();
  const isGlobalMaster = useAppState((state) => state.isGlobalMaster);
  const current = useRouteName();
  const headings = { authentication: t.authentication, product: productTitle };
  return (
    <nav className={classes.menu} aria-label={t.mainMenu}>
      {menuFor(isGlobalMaster).map(({ heading, entries }) => (
        <section key={heading ?? 'top'} className={classes.group}>
          {heading && <h2 className={classes.heading}>{headings[heading]}</h2>}
          {/* With this name, the two entries for users can be told apart without the heading. */}
          <ul aria-label={heading && headings[heading]}>
            {entries.map(({ route, label }) => (
              <li key={route}>
                <PathLink
                  to={routes[route].path}
                  className={
                    isActiveEntry(route, current)
                      ? `${classes.entry} ${classes.active}`
                      : classes.entry
                  }
                  aria-current={isActiveEntry(route, current) ? 'true' : undefined}
                  onClick={onFollow}
                >
                  {t.entry[label]}
                </PathLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
