import { procedures } from '../../kernel/console-api/procedures.ts'
import { changePreferences, loadPreferences } from './preferences.ts'

/** Preferences of the caller, whatever their roles: no user reads or writes those of another. */
export const preferenceRoutes = {
  get: procedures.preferences.get.handler(({ context }) => loadPreferences(context)),
  update: procedures.preferences.update.handler(({ context, input }) =>
    changePreferences(context, input.baseVersion, input.changes),
  ),
}
