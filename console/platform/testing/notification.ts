import type { Notification } from '@assay/risk-service/contract'

/** A notification of an environment of this name that could not be made. */
export const createNotification = (name: string): Notification => ({
  id: `0198a000-0000-7000-8000-${name.length.toString().padStart(12, '0')}`,
  topic: 'environments',
  type: 'Error',
  event: 'EnvironmentFailed',
  params: { name },
  environmentId: null,
  environmentName: null,
  at: '2026-01-05T10:00:00.000Z',
  read: false,
})
