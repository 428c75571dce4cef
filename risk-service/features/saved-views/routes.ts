import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { chooseDefault, listViews, removeView, saveView } from './saved-views.ts'

export const savedViewRoutes = {
  list: procedures.savedViews.list.use(inEnvironment).handler(({ context, input }) => listViews(context, input)),
  save: procedures.savedViews.save
    .use(inEnvironment)
    .handler(({ context, input: { viewId, ...view } }) => saveView(context, view, { ...view, id: viewId })),
  remove: procedures.savedViews.remove
    .use(inEnvironment)
    .handler(async ({ context, input }) => ({ deleted: await removeView(context, input, input.viewId) })),
  setDefault: procedures.savedViews.setDefault
    .use(inEnvironment)
    .handler(({ context, input }) => chooseDefault(context, input, input.viewId)),
}
