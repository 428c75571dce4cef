import { z } from 'zod'
import { isTileAddress, mapProviderLimits } from './map-provider-definitions.ts'

export const mapLayerSchema = z.object({
  url: z
    .string()
    .trim()
    .max(mapProviderLimits.url)
    .refine(isTileAddress, 'Give a complete address with {z}, {x} and {y}, and {key} for the key.'),
  /** Shown on the map: providers require it. */
  attribution: z.string().trim().min(1).max(mapProviderLimits.attribution),
})

export const mapProviderSchema = z.object({
  enabled: z.boolean(),
  road: mapLayerSchema.nullable(),
  aerial: mapLayerSchema.nullable(),
})
export type MapProvider = z.infer<typeof mapProviderSchema>
