import { base, inEnvironment } from '../session/base.ts'
import { chooseDefault, listViews, removeView, saveView } from './saved-views.ts'

/** Who may search an environment keeps views of it; sharing one gives nobody more to see than they may search for themselves. */
const search = inEnvironment('search', 'read')

export const savedViewRoutes = {
  list: base.savedViews.list.use(search).handler(({ context, input }) => listViews(context, input)),
  save: base.savedViews.save.use(search).handler(({ context, input: { viewId, ...view } }) => saveView(context, view, { ...view, id: viewId })),
  remove: base.savedViews.remove.use(search).handler(async ({ context, input }) => ({ deleted: await removeView(context, input, input.viewId) })),
  setDefault: base.savedViews.setDefault.use(search).handler(({ context, input }) => chooseDefault(context, input, input.viewId)),
}
