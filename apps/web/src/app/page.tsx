export * from '../base/page.tsx';
