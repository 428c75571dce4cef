import { z } from 'zod'
import { roleIds } from '../access/capabilities.ts'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { externalTileLimits } from './external-tile-definitions.ts'
import { builtInTilesSchema, tileTextsSchema } from './external-tile-inputs.ts'

export const externalTileSchema = z.object({
  id: uuid,
  ...tileTextsSchema.shape,
  /** A small picture as data URL, so that the page loads nothing from other origins. */
  picture: z
    .string()
    .max(externalTileLimits.pictureUrl)
    .regex(
      /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/,
      'Give a PNG, JPEG or WebP picture of at most 48 KB.',
    )
    .nullable()
    .default(null),
  /** Roles that see the tile; empty: all users. */
  roles: z.array(z.enum(roleIds)).max(roleIds.length).default([]),
})
export type ExternalTile = z.infer<typeof externalTileSchema>

export const tileDefinitionSchema = z.object({
  version: z.number().int(),
  tiles: z.array(externalTileSchema),
  builtIn: builtInTilesSchema,
})
export type TileDefinition = z.infer<typeof tileDefinitionSchema>

export const externalTilesContract = {
  list: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/external-tiles`,
      summary: 'Tiles of the dashboard that the caller’s roles see, those of the root environment',
    })
    .input(environmentInput)
    .output(z.object({ tiles: z.array(externalTileSchema.omit({ roles: true })), builtIn: builtInTilesSchema })),
  definition: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/external-tiles/definition`,
      summary: 'All tiles of a root environment, to edit them',
    })
    .input(environmentInput)
    .output(tileDefinitionSchema),
  save: procedure
    .route({
      method: 'PUT',
      path: `${environmentRoute}/external-tiles/definition`,
      summary: 'Replace the tiles of a root environment; their order is that of the dashboard',
    })
    .input(
      environmentInput.extend({
        baseVersion: z.number().int().min(0),
        tiles: z.array(externalTileSchema).max(externalTileLimits.tiles),
        builtIn: builtInTilesSchema,
      }),
    )
    .output(tileDefinitionSchema),
}
