import { sql } from 'kysely'
import { defaultVelocitySets } from '../../contract/index.ts'
import { type Reference, referencesOf } from '../../fql/check/references.ts'
import type { RuleSource } from '../../fql/types/rule-source.ts'
import { ancestorsOf, type EnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { ConflictError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { functionEnvironmentId } from './dependents.ts'

/*
 * Locks of the resources that texts name beside lists (`lockReferencedLists`): a publish holds the lock until its
 * transaction ends, and a deletion, a rename or a change of parameters acquires it before it reads the dependents.
 * Therefore either runs first: the publish is seen, or it reads the changed resource.
 */

type LockedKind = 'function' | 'velocity' | 'externalCall' | 'externalAssessment'
/** `parameters`: their number; null where it does not matter. */
interface Row {
  environmentId: string
  name: string
  parameters: number | null
}

const tables: Readonly<Record<LockedKind, string>> = {
  function: 'function',
  velocity: 'velocity',
  externalCall: 'external_call',
  externalAssessment: 'external_assessment',
}
const kindsWithParameters: readonly LockedKind[] = ['function', 'externalCall']
const defaultVelocityNames = new Set(
  defaultVelocitySets.flatMap(set => set.velocities.map(({ name }) => name.toLowerCase())),
)

/** Returns the rows of these names, locked until the transaction ends. */
async function lockRows(
  trx: Db,
  kind: LockedKind,
  environmentIds: readonly string[],
  names: readonly string[],
  strength: 'share' | 'update',
): Promise<Row[]> {
  const parameters = kindsWithParameters.includes(kind) ? sql`jsonb_array_length(body -> 'parameters')` : sql`null::int`
  const { rows } =
    await sql<Row>`select environment_id as "environmentId", lower(name) as name, ${parameters} as parameters from ${sql.table(tables[kind])}
    where environment_id = any(${[...environmentIds]}::uuid[]) and lower(name) = any(${names.map(name => name.toLowerCase())}::text[])
    order by id ${strength === 'share' ? sql`for share` : sql`for update`}`.execute(trx)
  return rows
}

/** Locks a resource that is about to be removed or changed, before its dependents are read. */
export async function lockForChange(
  trx: Db,
  kind: LockedKind,
  environmentId: string,
  names: readonly string[],
): Promise<void> {
  if (names.length > 0) await lockRows(trx, kind, [environmentId], names, 'update')
}

/**
 * Locks the resources that the text of a publish names. @throws ConflictError when some were removed, or have other
 * parameters, since the text was checked
 */
export async function lockReferences(
  trx: Db,
  { environmentId, tree }: { environmentId: string; tree: EnvironmentTree },
  texts: RuleSource,
): Promise<void> {
  const above = ancestorsOf(tree, environmentId).map(({ id }) => id)
  const references = referencesOf(texts)
  const missing: string[] = []
  for (const kind of Object.keys(tables) as LockedKind[]) {
    const named = references.filter(
      each => each.kind === kind && !(kind === 'velocity' && defaultVelocityNames.has(each.name.toLowerCase())),
    )
    if (named.length === 0) continue
    const rows = await lockRows(
      trx,
      kind,
      kind === 'function' ? [...above, environmentId] : [environmentId],
      named.map(({ name }) => name),
      'share',
    )
    const isThere = (each: Reference): boolean =>
      rows.some(
        row =>
          row.name === each.name.toLowerCase() &&
          row.environmentId ===
            (kind === 'function' ? functionEnvironmentId(tree, environmentId, each) : environmentId) &&
          (row.parameters === null || row.parameters === each.args),
      )
    missing.push(...named.filter(each => !isThere(each)).map(({ name }) => name))
  }
  if (missing.length > 0)
    throw new ConflictError(
      `${[...new Set(missing)].join(', ')} went or changed at this very moment. Look at the text again.`,
      { reason: 'resources.changed' },
    )
}
