import { sql } from 'kysely'
import { defaultVelocitySets } from '../../contract/index.ts'
import { type Reference, referencesOf } from '../../fql/check/references.ts'
import type { RuleSource } from '../../fql/types/rule-source.ts'
import { ancestorsOf, type EnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { ConflictError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { functionEnvironmentId } from './dependents.ts'

/*
 * What texts name beside lists (`lockReferencedLists`): a publish holds it until its transaction ends, and whoever
 * deletes it, renames it or gives it other parameters takes it before reading its users. So the one comes before and is
 * seen, or after and sees what became of it.
 */

type LockedKind = 'function' | 'velocity' | 'externalCall' | 'externalAssessment'
/** `parameters`: how many it takes; null where that is not asked. */
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

/** The rows of these names, locked until the transaction ends. */
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

/** Before the users of something are read that goes or changes under them. */
export async function lockForChange(
  trx: Db,
  kind: LockedKind,
  environmentId: string,
  names: readonly string[],
): Promise<void> {
  if (names.length > 0) await lockRows(trx, kind, [environmentId], names, 'update')
}

/**
 * Holds what a text that is being published names. @throws ConflictError when some of it went, or takes other
 * arguments, since the text was checked
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
