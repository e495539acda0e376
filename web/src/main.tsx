import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onToken } from './api/transport.ts';
import { queryClient, router } from './frame/router.tsx';
import { applyTheme, currentTheme } from './frame/theme.ts';
import './styles.css';

applyTheme(currentTheme());
onToken(() => void queryClient.invalidateQueries());

const place = document.getElementById('root');
if (place === null) throw new Error('the page has no #root');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
