import { base, inEnvironment } from '../session/base.ts'
import { readTileDefinition, readTiles, saveTiles } from './external-tiles.ts'

export const externalTileRoutes = {
  list: base.externalTiles.list
    .use(inEnvironment)
    .handler(({ context, input }) => readTiles(context, input.environmentId)),
  definition: base.externalTiles.definition
    .use(inEnvironment)
    .handler(({ context, input }) => readTileDefinition(context, input.environmentId)),
  save: base.externalTiles.save.use(inEnvironment).handler(({ context, input }) => saveTiles(context, input)),
}
