import type { ReactNode } from 'react';

/** One line of a description list: what, and its value at the right. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
