import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { loadFigures } from './figures.ts'
import { loadPurchases, previewMessage } from './preview.ts'
import { loadSettings, saveSettings } from './settings.ts'

const { booster } = procedures

export const boosterRoutes = {
  get: booster.get.use(inEnvironment).handler(({ context, input }) => loadSettings(context, input.environmentId)),
  save: booster.save.use(inEnvironment).handler(({ context, input }) => saveSettings(context, input)),
  figures: booster.figures
    .use(inEnvironment)
    .handler(({ context }) => loadFigures(context.db, context.figures, context.ports.clock())),
  purchases: booster.purchases
    .use(inEnvironment)
    .handler(({ context, input }) => loadPurchases(context, input.environmentId)),
  preview: booster.preview.use(inEnvironment).handler(({ context, input }) => previewMessage(context, input)),
}
