import { base, inEnvironment } from '../session/base.ts'
import { chooseDefault, listViews, removeView, saveView } from './saved-views.ts'

export const savedViewRoutes = {
  list: base.savedViews.list.use(inEnvironment).handler(({ context, input }) => listViews(context, input)),
  save: base.savedViews.save
    .use(inEnvironment)
    .handler(({ context, input: { viewId, ...view } }) => saveView(context, view, { ...view, id: viewId })),
  remove: base.savedViews.remove
    .use(inEnvironment)
    .handler(async ({ context, input }) => ({ deleted: await removeView(context, input, input.viewId) })),
  setDefault: base.savedViews.setDefault
    .use(inEnvironment)
    .handler(({ context, input }) => chooseDefault(context, input, input.viewId)),
}
