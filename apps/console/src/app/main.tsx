import '@minerx/ui/typeface.css';
import '@minerx/ui/tokens.css';
import '@minerx/ui/base.css';
import '../base/console.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../base/queries.ts';
import { ConsoleUi } from '../base/ui.tsx';
import { router } from './router.tsx';

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ConsoleUi>
        <RouterProvider router={router} />
      </ConsoleUi>
    </QueryClientProvider>
  </StrictMode>,
);
