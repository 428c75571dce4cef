import { z } from 'zod'

/** What an alert said of a window. Shares from 0 to 1. */
export const incidentFiguresSchema = z.object({
  /** End of the window. */
  at: z.iso.datetime(),
  /** The count or the share; null for a share of nothing. */
  value: z.number().nullable(),
  /** The median of the same windows of earlier weeks; null where there are too few. */
  usual: z.number().nullable(),
  count: z.number(),
  /** What the count is a share of; null for a plain count. */
  of: z.number().nullable(),
})
export type IncidentFigures = z.infer<typeof incidentFiguresSchema>
