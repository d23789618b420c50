export { useTimeTravel as usePartitionSearch } from './useTimeTravel.ts';
