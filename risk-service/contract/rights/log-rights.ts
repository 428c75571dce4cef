import type { EnvironmentRight } from './rights.ts'

const readLog: EnvironmentRight = { in: 'environment', capability: 'settings.activitylogs', level: 'read' }

/** Rights of the activity log, which nobody changes. */
export const logRights = {
  'activityLog.search': readLog,
  'activityLog.count': readLog,
  'activityLog.get': readLog,
  'activityLog.export': readLog,
  'activityLog.proof': readLog,
} as const
