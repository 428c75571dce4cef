import { base } from '../session/base.ts'
import { changePreferences, readOwnPreferences } from './preferences.ts'

/** The caller's own, whatever their roles: nobody reads or writes those of somebody else. */
export const preferenceRoutes = {
  get: base.preferences.get.handler(({ context }) => readOwnPreferences(context)),
  update: base.preferences.update.handler(({ context, input }) =>
    changePreferences(context, input.baseVersion, input.changes),
  ),
}
