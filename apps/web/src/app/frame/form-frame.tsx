import { Outlet } from '@tanstack/react-router';
import { QueryProvider } from '../../base/query.tsx';

/** Visitor screens that load lists or ask the server more than once. Sign-in and welcome do without, to stay light. */
export function FormFrame() {
  return (
    <QueryProvider>
      <Outlet />
    </QueryProvider>
  );
}
