import { z } from 'zod'
import { assessmentKeySchema, uuid } from '../../common/entities.ts'
import { environmentInput } from '../../common/procedure.ts'
import { maturityDays } from '../options/case-option-definitions.ts'
import { reportBuckets, reportRowTables, reportTables } from './report-definitions.ts'

const filterSize = 100

/** What a report covers. Days are those of UTC, both included. Empty lists: everything. */
const reportInputFields = environmentInput.extend({
  from: z.iso.date(),
  to: z.iso.date(),
  bucket: z.enum(reportBuckets).default('weekly'),
  /** The environment of the call or ones below it. */
  environmentIds: z.array(uuid).max(filterSize).default([]),
  assessments: z.array(assessmentKeySchema).max(filterSize).default([]),
  queueIds: z.array(uuid).max(filterSize).default([]),
  /** Decisions of these people, by user id; sizes, flow and age of queues do not depend on it. */
  reviewerIds: z.array(uuid).max(filterSize).default([]),
  /** Also the period of equal length before. */
  compare: z.boolean().default(false),
  /** After how many days silence about an approved event counts as good. */
  maturityDays: z.literal(maturityDays).default(90),
})

const inOrder = {
  check: ({ from, to }: { from: string; to: string }): boolean => from <= to,
  issue: { path: ['to'], message: 'The last day is before the first.' },
}

export const reportInputSchema = reportInputFields.refine(inOrder.check, inOrder.issue)
export type ReportInput = z.output<typeof reportInputSchema>

export const reportExportInputSchema = reportInputFields
  .extend({ table: z.enum([...reportTables, ...reportRowTables]) })
  .refine(inOrder.check, inOrder.issue)
