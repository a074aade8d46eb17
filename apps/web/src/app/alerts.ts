export * from '../base/alerts.ts';
