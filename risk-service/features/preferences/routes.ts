import { procedures } from '../../kernel/console-api/procedures.ts'
import { changePreferences, loadPreferences } from './preferences.ts'

/** The caller's own, whatever their roles: nobody reads or writes those of somebody else. */
export const preferenceRoutes = {
  get: procedures.preferences.get.handler(({ context }) => loadPreferences(context)),
  update: procedures.preferences.update.handler(({ context, input }) =>
    changePreferences(context, input.baseVersion, input.changes),
  ),
}
