import { z } from 'zod'
import { capabilitiesOfPage } from '../access/page-capabilities.ts'
import { environmentInput } from '../common/procedure.ts'
import { chartFileFormats, exportedReports, reportsLimits } from './report-definitions.ts'

/** Rows of a file of one chart: a line of 50,000 points is drawn, and written. */
const maxChartRows = 100_000

/** A file of a report that the console writes of what it shows. */
export const reportExportSchema = environmentInput
  .extend({
    report: z.enum(exportedReports),
    /** API name of the assessment that the report is of. */
    assessment: z.string().min(1).max(100),
    /** Days of UTC, both included. */
    from: z.iso.date(),
    to: z.iso.date(),
    rows: z.int().min(0).max(reportsLimits.exportRows),
  })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    message: 'The start date must not be after the end date.',
  })
export type ReportExportInput = z.output<typeof reportExportSchema>

/** A text that the database stores, and that looks in the log as it does elsewhere. */
const logText = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(text => !/[\p{Cc}\p{Cs}\p{Bidi_Control}]/u.test(text), 'A name has no control characters.')

/** Figures or the picture of one chart, or the rows of one table, that the console saves as a file or copies. */
export const chartExportSchema = environmentInput.extend({
  /** Title of the chart, name of the table, in the language of the reader. */
  chart: logText,
  /** Name of the file without its extension: the data, in every language. */
  fileName: logText,
  /** The page on which it stands: its route, in which parameters have no value, so that it names nobody. */
  page: z
    .string()
    .max(100)
    .refine(page => capabilitiesOfPage(page) !== undefined, 'The console has no such page.'),
  format: z.enum(chartFileFormats),
  rows: z.int().min(0).max(maxChartRows),
})
export type ChartExportInput = z.output<typeof chartExportSchema>
