import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { readerOf } from '../search/reader.ts'
import { queryOf } from '../search/search.ts'
import { chooseDefault, listViews, removeView, saveView, watchView } from './saved-views.ts'

export const savedViewRoutes = {
  list: procedures.savedViews.list.use(inEnvironment).handler(({ context, input }) => listViews(context, input)),
  save: procedures.savedViews.save
    .use(inEnvironment)
    .handler(({ context, input: { viewId, ...view } }) => saveView(context, view, { ...view, id: viewId })),
  watch: procedures.savedViews.watch
    .use(inEnvironment)
    .handler(async ({ context, input: { viewId, watch, ...scope }, signal }) => {
      // A search that is refused now would end the watch at its first check.
      if (watch) queryOf(await readerOf(context, watch.eventType, signal), { ...scope, ...watch })
      return watchView(context, scope, viewId, watch)
    }),
  remove: procedures.savedViews.remove
    .use(inEnvironment)
    .handler(async ({ context, input }) => ({ deleted: await removeView(context, input, input.viewId) })),
  setDefault: procedures.savedViews.setDefault
    .use(inEnvironment)
    .handler(({ context, input }) => chooseDefault(context, input, input.viewId)),
}
