import { read, write } from './rights.ts'

/** Rights of what is set up for an environment and those below it. */
export const settingsRights = {
  // Every role that sees the settings of the booster may search events as well: it sees the purchases of the previews.
  'booster.get': read('settings.tab'),
  'booster.figures': read('settings.tab'),
  'booster.purchases': read('settings.tab'),
  'booster.preview': read('settings.tab'),
  'booster.save': write('settings.tab'),
  'externalTiles.list': read('dashboard'),
  'externalTiles.definition': read('admin.configuration'),
  'externalTiles.save': write('admin.configuration'),
} as const
