import { z } from 'zod'
import { externalTileLimits } from './external-tile-definitions.ts'

/* Inputs of tiles, without the table of roles, which is large: forms load them. */

/** An https address without credentials: a link that an administrator sets for other users contains nothing else. */
const httpsUrl = z
  .string()
  .max(externalTileLimits.url)
  .refine(value => {
    if (!URL.canParse(value)) return false
    const { protocol, username, password } = new URL(value)
    return protocol === 'https:' && username === '' && password === ''
  }, 'Give a complete address that begins with https:// and holds no user name.')

export const tileTextsSchema = z.object({
  title: z.string().trim().min(1).max(externalTileLimits.title),
  description: z.string().trim().max(externalTileLimits.description).default(''),
  url: httpsUrl,
})

/** Addresses of the two tiles that every dashboard has, and where requests for support are made. */
export const builtInTilesSchema = z.object({
  documentation: httpsUrl.nullable(),
  feedback: httpsUrl.nullable(),
  support: httpsUrl.nullable().default(null),
})
export type BuiltInTiles = z.infer<typeof builtInTilesSchema>

/** The texts of the request that replaces the tiles of a root environment. */
export const tileSetTextsSchema = z.object({
  tiles: z.array(tileTextsSchema).max(externalTileLimits.tiles),
  builtIn: builtInTilesSchema,
})
