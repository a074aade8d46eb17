export * from '../base/logo.tsx';
