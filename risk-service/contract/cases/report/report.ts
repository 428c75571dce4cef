import type { z } from 'zod'
import { environmentRoute, procedure } from '../../common/procedure.ts'
import { reportInputSchema } from './report-input.ts'
import { reportOverviewSchema } from './report-tabs.ts'

const reportPath = `${environmentRoute}/casemanagement/report`
const tab = <Schema extends z.ZodType>(name: string, summary: string, answer: Schema) =>
  procedure
    .route({ method: 'POST', path: `${reportPath}/${name}`, summary })
    .input(reportInputSchema)
    .output(answer)

/** The report of case management, one answer for each tab. */
export const caseReportContract = {
  overview: tab('overview', 'Size, flow, SLA, handling time and what became of the decisions', reportOverviewSchema),
}
