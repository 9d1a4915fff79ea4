import { useEffect, useState } from 'react';
import * as css from './Gallery.css.ts';

const modules = import.meta.glob<Record<string, unknown>>('/src/ui/**/*.css.ts', { eager: true });

/** The classes exported by a style module, by name; of a composed style its own class, which comes first. */
function classesIn(value: unknown, name: string): [string, string][] {
  if (typeof value === 'string') {
    const [own = '', ...composed] = value.split(' ');
    const isClass = [own, ...composed].every((it) => /^[a-z_][\w-]*$/i.test(it));
    return isClass ? [[name, own]] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => classesIn(inner, `${name}.${key}`));
}

const allStyles: readonly (readonly [name: string, className: string])[] = Object.entries(modules).flatMap(
  ([path, module]) => {
    const file = path.replace(/^\/src\/ui\/|\.css\.ts$/g, '');
    return Object.entries(module).flatMap(([name, value]) => classesIn(value, `${file} ${name}`));
  },
);

/** The styles of `src/ui` that no element of the gallery has used since the page was opened: states that it does not show. */
export function UnusedStyles() {
  const [unused, setUnused] = useState(allStyles);
  useEffect(() => {
    const forgetWorn = () =>
      setUnused((known) => {
        const left = known.filter(([, name]) => document.getElementsByClassName(name).length === 0);
        return left.length === known.length ? known : left;
      });
    forgetWorn();
    const observer = new MutationObserver(forgetWorn);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] });
    return () => observer.disconnect();
  }, []);
  return (
    <details className={css.unused} lang="en">
      <summary>{`${unused.length} of ${allStyles.length} styles not seen yet`}</summary>
      <ul aria-label="Styles not seen yet">
        {unused.map(([name]) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  );
}
