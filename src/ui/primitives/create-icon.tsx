import { createElement, type SVGProps } from 'react';

/** An icon of lucide: its name, and the elements that draw it, each with its attributes and a `key`. */
type IconData = {
  readonly name: string;
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
};

type IconProps = SVGProps<SVGSVGElement> & { readonly size?: number };

/**
 * The component of an icon. The build uses it in place of lucide-react's own, whose options the app does not use: they
 * are 1 KB of the first route, and a dozen objects for each icon painted.
 */
// oxlint-disable-next-line import/no-default-export -- lucide-react's icons import its default
export default function createIcon({ name, node }: IconData) {
  return function Icon({ size = 24, className = '', role, 'aria-label': label, ...rest }: IconProps) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        className={`lucide lucide-${name} ${className}`.trim()}
        role={role}
        aria-label={label}
        aria-hidden={(role ?? label) === undefined ? true : undefined}
        {...rest}
      >
        {node.map(([tag, attributes]) => createElement(tag, attributes))}
      </svg>
    );
  };
}
