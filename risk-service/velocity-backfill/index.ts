export { type BackfillDeps, backfillOf, cancelBackfill, runBackfills, startBackfill } from './backfill.ts'
