import { useT } from '#i18n/react.tsx';
import { gereshPath } from './Geresh.tsx';
import * as css from './Logo.css.ts';
import { cx } from './cx.ts';

/** The logo חבר׳ה; its geresh is the brand mark. */
export function Logo({ size = 'normal' }: { size?: keyof typeof css.sizes }) {
  const t = useT();
  return (
    <svg className={cx(css.logo, css.sizes[size])} viewBox="0 0 160 46" role="img" aria-label={t('appName')}>
      <path d={letters} />
      <path d={gereshPath} transform="translate(39.5 0) scale(1.22)" />
    </svg>
  );
}

// Outlines of ה ר ב ח in Rubik 800, so that the logo needs no font.
const letters =
  'M25 46q-.6 0-1.1-.4-.4-.5-.4-1.1V26.7q0-2.8-1.4-4.3t-4.4-1.5H3.3q-.6 0-1.1-.4-.5-.5-.5-1.1v-6.1q0-.6.5-1.1t1.1' +
  '-.5H18q8.2 0 12.6 3.6Q35 18.8 35 26.9v17.5q0 .7-.4 1.1-.5.5-1.1.5ZM3.3 46q-.6 0-1.1-.5-.5-.4-.5-1.1V27.7q0-.6.' +
  '5-1.1.5-.4 1.1-.4h8.4q.7 0 1.1.4.5.5.5 1.1v16.7q0 .7-.5 1.1-.4.5-1.1.5Zm72 0q-.7 0-1.2-.4-.4-.5-.4-1.1V26.7q0-' +
  '2.8-1.4-4.3t-4.4-1.5h-9.5q-.6 0-1.1-.4-.4-.5-.4-1.1v-6.1q0-.6.4-1.1.5-.5 1.1-.5h9.9q5.5 0 9.3 1.4 3.7 1.4 5.7 ' +
  '4.6 1.9 3.2 1.9 8.7v18q0 .7-.4 1.1-.5.5-1.1.5Zm16.6 0q-.7 0-1.1-.5-.5-.4-.5-1.1v-6q0-.7.5-1.1.4-.5 1.1-.5h14.3' +
  'v-10q0-2.9-1.4-4.4-1.4-1.4-4.3-1.4h-8q-.7 0-1.1-.5-.5-.4-.5-1.1v-6.1q0-.6.5-1.1.4-.5 1.1-.5h8.3q5.5 0 9.4 1.5 ' +
  '3.9 1.4 6 4.7t2.1 8.9v10h2q.7 0 1.1.5.5.4.5 1.1v6q0 .7-.5 1.1-.4.5-1.1.5Zm36.2 0q-.6 0-1.1-.5-.5-.4-.5-1.1V13.' +
  '3q0-.6.5-1.1t1.1-.5h15q5.6 0 9.3 1.5 3.8 1.4 5.8 4.7 1.9 3.3 1.9 9v17.5q0 .7-.5 1.1-.4.5-1.1.5h-8.4q-.7 0-1.1-' +
  '.4-.5-.5-.5-1.1V26.7q0-2.8-1.4-4.3t-4.3-1.5h-4.7v23.5q0 .7-.5 1.1-.4.5-1.1.5Z';
