export * from '../base/live-chart.tsx';
