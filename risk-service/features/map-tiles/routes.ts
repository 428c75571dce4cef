import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { loadLayers, loadProvider, loadTile, saveProvider } from './map-provider.ts'

export const mapRoutes = {
  layers: procedures.maps.layers
    .use(inEnvironment)
    .handler(({ context, input }) => loadLayers(context, input.environmentId)),
  tile: procedures.maps.tile
    .use(inEnvironment)
    .handler(async ({ context, input }) => ({ picture: await loadTile(context, input) })),
  provider: procedures.maps.provider
    .use(inEnvironment)
    .handler(({ context, input }) => loadProvider(context, input.environmentId)),
  saveProvider: procedures.maps.saveProvider
    .use(inEnvironment)
    .handler(({ context, input }) => saveProvider(context, input)),
}
