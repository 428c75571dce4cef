import { type LogRow, logEntrySegment } from '@assay/risk-service/contract'
import { flagParameter } from '../../../platform/router/use-search-state.ts'

/** What the address of an entry has: `fields=all` compares every field, `notes=open` shows the notes. */
export const entryParameters = { fields: flagParameter('all'), notes: flagParameter('open') }

/** The path of an entry, read in an environment: its own, or that of the caller for one about the whole tenant. */
export const entryPath = (row: Pick<LogRow, 'id' | 'resourceType' | 'assessmentId'>, environmentId: string): string =>
  `/settings/${logEntrySegment(row)}/${environmentId}/${row.id}`
