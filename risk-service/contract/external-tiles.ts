import { z } from 'zod'
import { roleIds } from './access/capabilities.ts'
import { uuid } from './entities.ts'
import { environmentInput, environmentRoute, procedure } from './procedure.ts'

/** Tiles that one root environment may have. */
export const maxExternalTiles = 6
/** Characters of a picture as data URL: 48 KB of image. */
const maxPictureLength = 66_000

/** An https address without credentials: nothing else is ever put into a link that an administrator made for others. */
const httpsUrl = z
  .string()
  .max(2000)
  .refine(value => {
    if (!URL.canParse(value)) return false
    const { protocol, username, password } = new URL(value)
    return protocol === 'https:' && username === '' && password === ''
  }, 'Give a complete address that begins with https:// and holds no user name.')

const singleLine = (max: number) => z.string().trim().min(1).max(max)
export const externalTileSchema = z.object({
  id: uuid,
  title: singleLine(60),
  description: z.string().trim().max(200).default(''),
  url: httpsUrl,
  /** A small picture as data URL: nothing is fetched from elsewhere. */
  picture: z
    .string()
    .max(maxPictureLength)
    .regex(
      /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/,
      'Give a PNG, JPEG or WebP picture of at most 48 KB.',
    )
    .nullable()
    .default(null),
  /** Roles that see it; empty: everybody. */
  roles: z.array(z.enum(roleIds)).max(roleIds.length).default([]),
})
export type ExternalTile = z.infer<typeof externalTileSchema>

/** Addresses of the two tiles that every dashboard has. */
export const builtInTilesSchema = z.object({ documentation: httpsUrl.nullable(), feedback: httpsUrl.nullable() })
export type BuiltInTiles = z.infer<typeof builtInTilesSchema>

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
        tiles: z.array(externalTileSchema).max(maxExternalTiles),
        builtIn: builtInTilesSchema,
      }),
    )
    .output(tileDefinitionSchema),
}
