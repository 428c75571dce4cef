import { z } from 'zod'
import { boosterLevels, boosterLimits } from './booster-definitions.ts'

export const boosterSharingSchema = z.object({
  level: z.enum(boosterLevels),
  /** Percent of the purchases about which nothing is shared, to compare with them. */
  holdOut: z.number().int().min(0).max(boosterLimits.holdOut),
})
export type BoosterSharing = z.output<typeof boosterSharingSchema>
