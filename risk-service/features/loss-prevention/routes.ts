import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { clearReason } from './files/clear-reason.ts'
import { openFile } from './files/open-file.ts'
import { exportTable } from './reads/export-table.ts'
import { loadEntity } from './reads/load-entity.ts'
import { loadOpenings } from './reads/load-openings.ts'
import { loadSummary } from './reads/load-summary.ts'
import type { LossCall } from './reads/report-reads.ts'
import { retryReport } from './retry-report.ts'

const { lossPrevention } = procedures

const callOf = (context: Omit<LossCall, 'environmentId'>, { environmentId }: { environmentId: string }): LossCall => ({
  ...context,
  environmentId,
})

export const lossPreventionRoutes = {
  summary: lossPrevention.summary
    .use(inEnvironment)
    .handler(({ context, input: { environmentId, ...filter } }) =>
      loadSummary(callOf(context, { environmentId }), filter),
    ),
  entity: lossPrevention.entity
    .use(inEnvironment)
    .handler(({ context, input: { environmentId, ...input } }) =>
      loadEntity(callOf(context, { environmentId }), input),
    ),
  export: lossPrevention.export
    .use(inEnvironment)
    .handler(({ context, input: { environmentId, ...input } }) =>
      exportTable(callOf(context, { environmentId }), input),
    ),
  openings: lossPrevention.openings
    .use(inEnvironment)
    .handler(({ context, input }) => loadOpenings(callOf(context, input), input)),
  openFile: lossPrevention.openFile
    .use(inEnvironment)
    .handler(({ context, input }) => openFile(callOf(context, input), input)),
  clear: lossPrevention.clear
    .use(inEnvironment)
    .handler(({ context, input }) => clearReason(callOf(context, input), input)),
  retry: lossPrevention.retry.use(inEnvironment).handler(({ context, input }) => retryReport(callOf(context, input))),
}
