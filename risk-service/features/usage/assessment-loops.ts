import type { ExternalAssessmentBody } from '../../contract/external-calls/external-assessment-inputs.ts'
import { productionBranch, type RuleBody } from '../../contract/index.ts'
import { referencesOf } from '../../fql/check/references.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'

interface AssessmentLocation {
  environmentId: string
  eventType: string
}

/**
 * Returns the path by which rules of an assessment reach it again through external assessments, as names of the calls;
 * null without one. Checks the rules in force and the names in their texts; deeper nesting is bounded when events run.
 * @param texts of rules of this assessment in this environment
 */
export async function findAssessmentLoop(
  db: Db,
  start: AssessmentLocation,
  texts: readonly Pick<RuleBody, 'condition' | 'clauses'>[],
  changed?: { id: string; environmentId: string; body: ExternalAssessmentBody },
): Promise<string[] | null> {
  const named = texts.flatMap(namesIn)
  if (named.length === 0) return null
  const environments = await db.selectFrom('environment').select(['id', 'parent_id']).execute()
  const parents = new Map(environments.map(row => [row.id, row.parent_id]))
  const pathOf = (id: string): string[] => {
    const path: string[] = []
    for (let at: string | null | undefined = id; at != null && !path.includes(at); at = parents.get(at)) path.push(at)
    return path
  }
  const rootOf = (id: string): string => pathOf(id).at(-1) ?? id
  const keyOf = ({ environmentId, eventType }: AssessmentLocation): string => `${rootOf(environmentId)} ${eventType}`
  const rows = await db.selectFrom('external_assessment').select(['id', 'environment_id', 'name', 'body']).execute()
  const pointers = new Map(
    rows.map(row => [`${row.environment_id} ${row.name.toLowerCase()}`, (row.body as ExternalAssessmentBody).target]),
  )
  if (changed) pointers.set(`${changed.environmentId} ${changed.body.name.toLowerCase()}`, changed.body.target)

  const goal = keyOf(start)
  const seen = new Set<string>()
  let waiting = named.map(name => ({ environmentId: start.environmentId, name, path: [] as string[] }))
  while (waiting.length > 0) {
    const next: typeof waiting = []
    for (const { environmentId, name, path } of waiting) {
      const target = pointers.get(`${environmentId} ${name.toLowerCase()}`)
      if (!target) continue
      const along = [...path, name]
      if (keyOf(target) === goal) return along
      if (seen.has(keyOf(target))) continue
      seen.add(keyOf(target))
      const rules = await db
        .selectFrom('rule')
        .select(['environment_id', 'body'])
        .where('environment_id', 'in', pathOf(target.environmentId))
        .where('event_type', '=', target.eventType)
        .where('status', '=', 'active')
        .where('branch', '=', productionBranch)
        .execute()
      for (const rule of rules)
        next.push(
          ...namesIn(rule.body as RuleBody).map(each => ({
            environmentId: rule.environment_id,
            name: each,
            path: along,
          })),
        )
    }
    waiting = next
  }
  return null
}

const namesIn = (body: Pick<RuleBody, 'condition' | 'clauses'>): string[] =>
  referencesOf(body).flatMap(({ kind, name }) => (kind === 'externalAssessment' ? [name] : []))

/** @param field that the error names. @throws ValidationError when a rule would let its assessment reach itself */
export async function assertNoAssessmentLoop(
  db: Db,
  address: AssessmentLocation,
  body: Pick<RuleBody, 'condition' | 'clauses'>,
  field: 'body' | 'branch' = 'body',
): Promise<void> {
  const loop = await findAssessmentLoop(db, address, [body])
  if (loop)
    throw new ValidationError(
      [field],
      `The assessment would call itself: ${loop.map(name => `Assessments.${name}`).join(', then ')}.`,
    )
}
