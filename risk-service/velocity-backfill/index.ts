export { backfillOf, cancelBackfill, runBackfills, startBackfill, type BackfillDeps } from './backfill.ts'
