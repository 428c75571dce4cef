export { type BackfillDeps, cancelBackfill, loadBackfills, runBackfills, startBackfill } from './backfill.ts'
