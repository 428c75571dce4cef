import { type Environment, environmentLimits, isInStatusGroup } from '@assay/risk-service/contract'
import { obstacleOf } from '../../platform/environments/select-environment.ts'

export type Command = 'child' | 'edit' | 'template' | 'switch' | 'retry' | 'delete'

/** Why a command that belongs to the row cannot be used now. */
type CommandReason =
  | 'notActive'
  | 'beingCreated'
  | 'beingDeleted'
  | 'levelLimit'
  | 'countLimit'
  | 'inUse'
  | 'hasChildren'
  | 'last'
  | 'notAvailable'

export interface CommandState {
  command: Command
  reason: CommandReason | null
}

const hasWriteCapability = (environment: Environment, capability: keyof Environment['capabilities']) =>
  environment.capabilities[capability] === 'write'

/** May create and delete environments of its place in the tree. */
export const mayManage = (environment: Environment) =>
  hasWriteCapability(
    environment,
    environment.parentId === null ? 'environments.root.manage' : 'environments.child.manage',
  )
const mayUpdate = (environment: Environment) =>
  hasWriteCapability(
    environment,
    environment.parentId === null ? 'environments.root.update' : 'environments.child.manage',
  )
export const mayCreateBelow = (environment: Environment) => hasWriteCapability(environment, 'environments.child.manage')
/** Only a Product admin, who is it everywhere, creates roots. */
export const mayCreateRoot = (environments: readonly Environment[]) =>
  environments.some(each => hasWriteCapability(each, 'environments.root.manage'))
/** Nothing on the page can be changed. */
export const isReadOnly = (environments: readonly Environment[]) =>
  !environments.some(each => mayManage(each) || mayUpdate(each) || mayCreateBelow(each))

/**
 * The commands in the menu of a row: without those that the role never allows; those that are unavailable at the moment
 * are disabled, with the reason.
 */
export function commandsOf(
  environment: Environment,
  environments: readonly Environment[],
  inUse: string | null,
): CommandState[] {
  if (!environment.hasAccess) return []
  const active = environment.status === 'Active'
  const obstacle = obstacleOf(environment)
  const state = (shown: boolean, command: Command, reason: CommandReason | null): CommandState[] =>
    shown ? [{ command, reason }] : []
  return [
    ...state(
      mayCreateBelow(environment),
      'child',
      !active
        ? 'notActive'
        : environment.ancestorIds.length + 1 >= environmentLimits.levels
          ? 'levelLimit'
          : environments.length >= environmentLimits.perTenant
            ? 'countLimit'
            : null,
    ),
    ...state(mayUpdate(environment), 'edit', active ? null : 'notActive'),
    ...state(hasWriteCapability(environment, 'templates.environment'), 'template', active ? null : 'notActive'),
    ...state(
      true,
      'switch',
      environment.id === inUse
        ? 'inUse'
        : obstacle === null
          ? null
          : obstacle === 'beingCreated'
            ? 'beingCreated'
            : 'notAvailable',
    ),
    ...state(mayManage(environment) && environment.status === 'CreateFailed', 'retry', null),
    ...state(mayManage(environment), 'delete', deleteReason(environment, environments)),
  ]
}

function deleteReason(environment: Environment, environments: readonly Environment[]): CommandReason | null {
  if (isInStatusGroup('beingCreated', environment.status)) return 'beingCreated'
  if (environment.status === 'SoftDeleting') return 'beingDeleted'
  if (environments.some(({ parentId }) => parentId === environment.id)) return 'hasChildren'
  return environments.some(({ id, status }) => id !== environment.id && status !== 'SoftDeleting') ? null : 'last'
}
