import { z } from 'zod'
import { environmentInput, environmentRoute, procedure } from '../../common/procedure.ts'
import { reportExportInputSchema, reportInputSchema } from './report-input.ts'
import {
  ownPerformanceSchema,
  reportAgeingSchema,
  reportOverviewSchema,
  reportQualitySchema,
  reportQueuesSchema,
  reportReviewersSchema,
  reportValueSchema,
} from './report-tabs.ts'

const reportPath = `${environmentRoute}/casemanagement/report`
const tab = <Schema extends z.ZodType>(name: string, summary: string, answer: Schema) =>
  procedure
    .route({ method: 'POST', path: `${reportPath}/${name}`, summary })
    .input(reportInputSchema)
    .output(answer)

/** The report of case management: one answer for each tab, the rows behind it as files, and the caller’s own figures. */
export const caseReportContract = {
  overview: tab('overview', 'Size, flow, SLA, handling time and what became of the decisions', reportOverviewSchema),
  queues: tab('queues', 'Flow and times of each queue', reportQueuesSchema),
  reviewers: tab('reviewers', 'Decisions and times of each reviewer', reportReviewersSchema),
  quality: tab(
    'quality',
    'Decisions by what became known later, second looks, usefulness of rules',
    reportQualitySchema,
  ),
  value: tab('value', 'Amounts of decisions, fraud stopped and missed, cost of review', reportValueSchema),
  ageing: tab('ageing', 'Open cases by age', reportAgeingSchema),
  export: procedure
    .route({
      method: 'POST',
      path: `${reportPath}/export`,
      summary: 'A table of the report, or the rows from which its figures are computed, as a CSV file',
      description: 'Refused with `export.tooLarge`. Every file is audited.',
    })
    .input(reportExportInputSchema)
    .output(z.file()),
  own: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/casemanagement/performance`,
      summary: 'The caller’s own figures',
    })
    .input(environmentInput)
    .output(ownPerformanceSchema),
}
