import type { Capability } from '../../../contract/index.ts'
import { ignoreEnvironmentEvents } from '../../../kernel/environments/environment-events.ts'
import { loadEnvironmentTree } from '../../../kernel/environments/environment-tree.ts'
import type { Store } from '../../../kernel/store/store.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import type { Principal } from '../../../ports/index.ts'
import { createImportTarget } from '../../configuration/testing/config-import.ts'
import type { MovingContext } from '../model/moving-context.ts'
import { moveIn } from '../move-in.ts'

type RoleAssignment = Principal['assignments'][number]
const productAdmin: RoleAssignment = { role: 'ProductAdmin', environmentId: null }
interface MoveOptions {
  dryRun?: boolean
  pasted?: string
  without?: Capability[]
  /** Roles of whoever moves in. */
  assigner?: RoleAssignment[]
}

/** A new environment that somebody moves into, with every right except those in `without`. */
export async function createMovingTarget(store: Store) {
  const { id, importer } = await createImportTarget(store)
  const { assessments, correlationId, principal, roles } = importer
  const contextOf = async (
    without: readonly Capability[],
    assigner: readonly RoleAssignment[],
  ): Promise<MovingContext> => {
    const tree = await loadEnvironmentTree(store.db, principal.tenantId)
    const ports = { ...importer.ports, log: silentLog }
    return {
      environmentId: id,
      importer: { ...importer, ports, tree },
      queues: {
        ports,
        db: store.db,
        engine: { assessment: (environmentId, key) => assessments.find(environmentId, key) },
        principal,
        actorRoles: [...roles],
        tree,
        correlationId,
      },
      registrar: { ...ports, actorIn: () => ({ principal, roles, correlationId }) },
      environments: ignoreEnvironmentEvents,
      access: {
        ports,
        db: store.db,
        principal: { ...principal, assignments: [...assigner] },
        actorRoles: [...roles],
        tree,
        correlationId,
        environmentId: id,
      },
      may: capability => !without.includes(capability),
      mayRegister: !without.includes('integration.apps'),
    }
  }
  const move = async (
    files: Readonly<Record<string, string>>,
    { dryRun = false, pasted = '', without = [], assigner = [productAdmin] }: MoveOptions = {},
  ) =>
    moveIn(
      await contextOf(without, assigner),
      { files: Object.entries(files).map(([path, text]) => ({ path, text })), pasted, assessment: 'purchase' },
      { dryRun },
    )
  return { id, tenantId: principal.tenantId, move }
}

/** What a test compares of a report: state and notes by key. */
export const statesOf = ({ objects }: Awaited<ReturnType<typeof moveIn>>): Record<string, string> =>
  Object.fromEntries(objects.map(({ key, state, notes }) => [key, [state, ...notes.map(({ code }) => code)].join(' ')]))
