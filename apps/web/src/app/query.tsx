export * from '../base/query.tsx';
