import { createElement, type SVGProps } from 'react';

interface IconData {
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

type IconProps = SVGProps<SVGSVGElement> & { size?: number | string };

/**
 * In place of lucide-react's own function of this name: draws its icons as our screens ask for them, by size, stroke and attributes.
 * The original adds contexts, names as classes and conversions that nobody here uses: 1.3 kB of every start.
 */
export default function createLucideIcon({ node }: IconData) {
  return function LucideIcon({ size = 24, ...rest }: IconProps) {
    const isNamed = rest['aria-label'] !== undefined || rest.role !== undefined;
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': isNamed ? undefined : true,
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
