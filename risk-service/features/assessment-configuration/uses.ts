import { sql } from 'kysely'
import type { AssessmentUse } from '../../contract/assessments/assessment-configuration.ts'
import type { Dependent } from '../../contract/common/entities.ts'
import { defined } from '../../contract/defined.ts'
import { parseVelocity } from '../../engine/resources/velocity-text.ts'
import { parse } from '../../fql/parse/parse.ts'
import { stripParentheses } from '../../fql/parse/syntax-tree.ts'
import { visitNodes } from '../../fql/parse/visit-nodes.ts'
import { type EnvironmentTree, scopeOf } from '../../kernel/environments/environment-tree.ts'
import { ConflictError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import type { StoredAssessment } from '../assessments/find-assessment.ts'
import { findCallers } from '../external-assessments/targets.ts'
import { loadTextHolders, type TextHolder } from '../ontology/uses/text-sources.ts'

type Place = Pick<StoredAssessment, 'environment_id' | 'api_name'>

/** Whether a velocity set counts events of an assessment, or of its observation of this name. */
export function countsEventsOf({ texts }: Pick<TextHolder, 'texts'>, apiName: string, observation?: string): boolean {
  const [name, counted] = [apiName.toLowerCase(), observation?.toLowerCase()]
  return texts.some(({ text }) =>
    (parseVelocity(text)?.events ?? []).some(event => {
      const [assessment, about] = event.toLowerCase().split(':')
      return assessment === name && (counted === undefined || about === counted)
    }),
  )
}

/**
 * Returns what uses an assessment by its API name: its own rules, velocities, external assessments, stored events.
 * @param within the environments whose uses are named; null: all that can have any, other roots included
 */
export async function findUses(
  db: Db,
  tree: EnvironmentTree,
  row: Place,
  within: readonly string[] | null,
): Promise<AssessmentUse[]> {
  const scope = within ?? scopeOf(tree, row.environment_id)
  const environmentOf = (id: string): string => tree.get(id)?.friendlyName ?? ''
  const holders = await loadTextHolders(db, scope)
  const texts = holders.flatMap(({ kind, name, environmentId, eventType, ...holder }): AssessmentUse[] => {
    const uses =
      kind === 'rule' ? eventType === row.api_name : kind === 'velocity' && countsEventsOf(holder, row.api_name)
    return uses && (kind === 'rule' || kind === 'velocity')
      ? [{ kind, name, environment: environmentOf(environmentId) }]
      : []
  })
  const callers = await findCallers(db, tree, { environmentId: row.environment_id, eventType: row.api_name })
  const events = await hasEvents(db, scope, row.api_name)
  return [
    ...texts,
    ...callers
      .filter(({ environmentId }) => within === null || within.includes(environmentId))
      .map(
        ({ name, environmentId }): AssessmentUse => ({
          kind: 'externalAssessment',
          name,
          environment: environmentOf(environmentId),
        }),
      ),
    ...(events ? [{ kind: 'events' as const, name: '', environment: environmentOf(row.environment_id) }] : []),
  ]
}

async function hasEvents(db: Db, environmentIds: readonly string[], eventType: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select 1 from unnest(${[...environmentIds]}::uuid[]) as place(id) cross join lateral (
      select 1 from event e where e.environment_id = place.id and e.event_type = ${eventType}
        and e.event_type <> 'purchase' limit 1) as one) as found`.execute(db)
  return rows[0]?.found === true
}

/** Finds velocities that count an observation event, and texts that send one. */
export async function findObservationUsers(
  db: Db,
  tree: EnvironmentTree,
  row: Place,
  observation: string,
): Promise<Dependent[]> {
  const holders = await loadTextHolders(db, scopeOf(tree, row.environment_id))
  return [
    ...holders
      .filter(holder => holder.kind === 'velocity' && countsEventsOf(holder, row.api_name, observation))
      .flatMap(holder => toDependents(tree, holder)),
    ...(await findSenders(db, tree, row, { method: 'observe', observation })),
  ]
}

/** Finds texts that send labels of an assessment. */
export const findLabelUsers = (db: Db, tree: EnvironmentTree, row: Place): Promise<Dependent[]> =>
  findSenders(db, tree, row, { method: 'label' })

/** Finds texts that call an assessment, or send its observations or labels, through an external assessment. */
export const findCallingTexts = (db: Db, tree: EnvironmentTree, row: Place): Promise<Dependent[]> =>
  findSenders(db, tree, row, { method: null })

/** A text of a template sends nothing by itself. */
function toDependents(
  tree: EnvironmentTree,
  { kind, ruleType, eventType, branch, ...holder }: TextHolder,
): Dependent[] {
  if (kind === 'template' || kind === 'alert') return []
  const { id, name, environmentId } = holder
  const environment = tree.get(environmentId)?.friendlyName ?? ''
  return [
    {
      resource: kind,
      id,
      name,
      environmentId,
      environment,
      ...defined({ type: ruleType ?? undefined, eventType: eventType ?? undefined, branch: branch ?? undefined }),
    },
  ]
}

interface Sent {
  /** Null: any. */
  method: 'observe' | 'label' | null
  observation?: string
}

/** Finds texts with `Assessments.name.Observe("observation", …)` or `.Label(…)` through an external assessment. */
async function findSenders(db: Db, tree: EnvironmentTree, row: Place, sent: Sent): Promise<Dependent[]> {
  const callers = await findCallers(db, tree, { environmentId: row.environment_id, eventType: row.api_name })
  const names = new Map<string, Set<string>>()
  for (const { environmentId, name } of callers)
    names.set(environmentId, (names.get(environmentId) ?? new Set()).add(name.toLowerCase()))
  const holders = await loadTextHolders(db, [...names.keys()])
  return holders
    .filter(({ environmentId, texts }) => {
      const own = names.get(environmentId) ?? new Set()
      return texts.some(({ text }) => sends(text, own, sent))
    })
    .flatMap(holder => toDependents(tree, holder))
}

function sends(text: string, pointers: ReadonlySet<string>, { method, observation }: Sent): boolean {
  let found = false
  for (const statement of parse(text).statements ?? [])
    visitNodes(statement, node => {
      if (node.kind !== 'member' || node.args === null) return
      if (method !== null && node.name.toLowerCase() !== method) return
      const { object } = node
      if (object.kind !== 'member' || object.object.kind !== 'name') return
      if (object.object.name.toLowerCase() !== 'assessments' || !pointers.has(object.name.toLowerCase())) return
      const first = node.args[0] === undefined ? undefined : stripParentheses(node.args[0].value)
      // A name that is computed while the rule runs may be this one.
      found ||=
        observation === undefined || first?.kind !== 'string' || first.value.toLowerCase() === observation.toLowerCase()
    })
  return found
}

/** @throws ConflictError with the names of what uses the API name */
export function assertFreeName(apiName: string, uses: readonly AssessmentUse[]): void {
  const names = [...new Set(uses.map(({ kind, name }) => (kind === 'events' ? 'stored events' : name)))]
  if (names.length === 0) return
  const shown = names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')
  throw new ConflictError(`${apiName} is used by ${shown}.`, { reason: 'resource.used' })
}
