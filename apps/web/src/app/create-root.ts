/** React's start travels with the core file, whose script runs before the entry's: two short pieces of work instead of a long one. */
export { createRoot } from 'react-dom/client';
