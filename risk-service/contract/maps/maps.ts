import { z } from 'zod'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { mapLayers, mapProviderLimits } from './map-provider-definitions.ts'
import { mapProviderSchema } from './map-provider-inputs.ts'

/** The provider of tiles as it is stored; of its key only whether one is. */
export const storedMapProviderSchema = mapProviderSchema.extend({ version: z.number().int(), hasKey: z.boolean() })
export type StoredMapProvider = z.infer<typeof storedMapProviderSchema>

/** A new key, or the stored one; null: none. */
const keyChange = z
  .union([
    z.object({ value: z.string().trim().min(1).max(mapProviderLimits.key) }).strict(),
    z.object({ stored: z.literal(true) }).strict(),
  ])
  .nullable()
export type MapKeyChange = z.infer<typeof keyChange>

const tileNumber = z.coerce.number().int().min(0)

export const mapsContract = {
  layers: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/map-layers`,
      summary: 'Pictures behind the maps of an environment; none without a provider of tiles',
    })
    .input(environmentInput)
    .output(z.array(z.object({ layer: z.enum(mapLayers), attribution: z.string() }))),
  tile: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/map-layers/{layer}/{z}/{x}/{y}`,
      summary: 'One tile of a picture; empty when the provider does not deliver it',
    })
    .input(
      environmentInput
        .extend({
          layer: z.enum(mapLayers),
          z: tileNumber.max(mapProviderLimits.zoom),
          x: tileNumber,
          y: tileNumber,
        })
        .refine(({ z: zoom, x }) => x < 2 ** zoom, {
          path: ['x'],
          message: 'There is no such tile at this zoom level.',
        })
        .refine(({ z: zoom, y }) => y < 2 ** zoom, {
          path: ['y'],
          message: 'There is no such tile at this zoom level.',
        }),
    )
    .output(z.object({ /** Base64. */ picture: z.string().nullable() })),
  provider: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/map-provider`,
      summary: 'Provider of map tiles of a root environment, without its key',
    })
    .input(environmentInput)
    .output(storedMapProviderSchema),
  saveProvider: procedure
    .route({
      method: 'PUT',
      path: `${environmentRoute}/map-provider`,
      summary: 'Replace the provider of map tiles of a root environment',
    })
    .input(
      environmentInput.extend({ baseVersion: z.number().int().min(0), provider: mapProviderSchema, key: keyChange }),
    )
    .output(storedMapProviderSchema),
}
