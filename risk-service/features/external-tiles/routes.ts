import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { loadTileDefinition, loadTiles, saveTiles } from './external-tiles.ts'

export const externalTileRoutes = {
  list: procedures.externalTiles.list
    .use(inEnvironment)
    .handler(({ context, input }) => loadTiles(context, input.environmentId)),
  definition: procedures.externalTiles.definition
    .use(inEnvironment)
    .handler(({ context, input }) => loadTileDefinition(context, input.environmentId)),
  save: procedures.externalTiles.save.use(inEnvironment).handler(({ context, input }) => saveTiles(context, input)),
}
