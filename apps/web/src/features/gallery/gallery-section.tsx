import type { ReactNode } from 'react';

/** One part of packages/ui, by the name of its file. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section data-part={name} aria-labelledby={`part-${name}`} style={{ display: 'grid', gap: '0.75rem', minWidth: 0 }}>
      <h2 id={`part-${name}`} style={{ fontSize: '0.875rem' }}>
        {name}
      </h2>
      {children}
    </section>
  );
}

/** Several states side by side. */
export function Side({ children }: { children: ReactNode }) {
  return <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0.75rem', alignItems: 'center' }}>{children}</div>;
}
