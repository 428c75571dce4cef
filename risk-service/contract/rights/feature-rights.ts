import { caller, read, write } from './rights.ts'

/** Who may see and change access. What somebody may do themselves, they may ask without any right. */
export const accessRights = {
  'access.list': read('settings.access.users'),
  'access.people': write('settings.access.users'),
  'access.preview': write('settings.access.users'),
  'access.assignRoles': write('settings.access.users'),
  'access.updateRoles': write('settings.access.users'),
  'access.revokeRoles': write('settings.access.users'),
  'access.recordExport': read('settings.access.users'),
  'access.why': read('settings.access.users'),
  'access.ownAccess': caller,
  'rightsPreviews.start': write('settings.access.users'),
  'rightsPreviews.end': caller,
} as const

/** Notes stand on the page of an event: the handlers check that the caller may search, too. */
export const noteRights = {
  'notes.list': read('notes'),
  'notes.versions': read('notes'),
  'notes.candidates': write('notes'),
  'notes.create': write('notes'),
  'notes.update': write('notes'),
  'notes.remove': write('notes'),
  'notes.markRead': read('notes'),
  'notes.attach': write('notes'),
  'notes.detach': write('notes'),
  'notes.download': read('notes'),
} as const
