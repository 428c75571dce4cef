import { caseManagerRoles } from '../../../contract/cases/case-definitions.ts'
import type { StoredQueue } from './case-record.ts'

/** A person's part in a queue. */
export interface QueueRole {
  manager: boolean
  supervisor: boolean
  assigned: boolean
}

/** A user who may review cases of an environment. */
export interface Reviewer {
  id: string
  name: string
  username: string
  manager: boolean
}

export const isManager = (roles: readonly string[]): boolean =>
  roles.some(role => (caseManagerRoles as readonly string[]).includes(role))

/** Whether somebody sees a queue: some are open to their own people alone. */
export const seesQueue = ({ settings }: StoredQueue, { manager, supervisor, assigned }: QueueRole): boolean =>
  !settings.restrictToAssignees || manager || supervisor || assigned
