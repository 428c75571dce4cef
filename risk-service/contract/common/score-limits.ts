import { z } from 'zod'

const scoreLimit = z.number().int().min(1).max(999)

/** Lower limits of the score bands 2 to 5. */
export const scoreLimitsSchema = z
  .tuple([scoreLimit, scoreLimit, scoreLimit, scoreLimit])
  .superRefine((limits, context) => {
    limits.forEach((limit, index) => {
      const before = limits[index - 1]
      if (before !== undefined && limit <= before)
        context.addIssue({ code: 'custom', path: [index], message: 'Each limit must be greater than the one before.' })
    })
  })
