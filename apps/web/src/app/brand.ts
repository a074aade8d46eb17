export * from '../base/brand.ts';
