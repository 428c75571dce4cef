import { sql } from 'kysely'
import {
  accountAssessments,
  accountSubjectAttribute,
  eventSubjectAttribute,
  type SubjectAssessment,
  type SubjectInput,
} from '../../../contract/index.ts'
import { objectOf } from '../../../engine/lib/json.ts'
import type { RuleEngine } from '../../../kernel/console-api/context.ts'
import { type EnvironmentTree, rootIdOf } from '../../../kernel/environments/environment-tree.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import { storableText } from '../../search/conditions/values.ts'

/** A person as events identify them. */
export interface Subject {
  /** In the order of the alphabet, so that equal subjects are equal. */
  eventTypes: string[]
  /** Names of the assessments. */
  assessments: string[]
  attribute: string
  /** As it was sent. */
  value: string
  /** Events that were sent before are not found by the attribute. */
  since: Date | null
}

interface SubjectPlace {
  db: Db
  engine: Pick<RuleEngine, 'assessments' | 'tenantAssessments'>
  tree: EnvironmentTree
  environmentId: string
}
type StoredAssessment = SubjectAssessment & { eventTypes: string[] }

/** Returns the assessments of an environment with the attributes by which events of a person are found. */
export async function loadSubjectAssessments({
  db,
  engine,
  tree,
  environmentId,
}: SubjectPlace): Promise<StoredAssessment[]> {
  const all = engine.assessments(environmentId)
  const builtIn = accountAssessments.flatMap(key => {
    const found = all.find(each => each.key === key)
    return found === undefined
      ? []
      : [{ key, name: found.name, eventTypes: [key], attributes: [{ path: accountSubjectAttribute, since: null }] }]
  })
  const added = await loadAdditions(db, rootIdOf(tree, environmentId))
  const own = engine.tenantAssessments(environmentId).map(each => ({
    key: each.apiName,
    name: each.friendlyName,
    eventTypes: [each.apiName, ...each.formerNames].toSorted(),
    attributes: [eventSubjectAttribute, ...each.subjects].map(path => ({
      path,
      since: added.get(each.id)?.[path] ?? null,
    })),
  }))
  return [...builtIn, ...own.toSorted((one, other) => one.name.localeCompare(other.name))]
}

/** Loads when attributes became data subject IDs after their assessment was made, by assessment and path. */
async function loadAdditions(db: Db, rootId: string): Promise<ReadonlyMap<string, Record<string, string>>> {
  const { rows } = await sql<{ id: string; since: unknown }>`
    select id, settings -> 'dataSubjectSince' as since from assessment
    where environment_id = ${rootId}::uuid and settings ? 'dataSubjectSince'`.execute(db)
  return new Map(rows.map(({ id, since }) => [id, objectOf(since) as Record<string, string>]))
}

/**
 * Returns who a request is about. @throws ValidationError naming the field, for an assessment that the environment does
 * not have and for an attribute that is no data subject ID of it
 */
export async function resolveSubject(place: SubjectPlace, input: SubjectInput): Promise<Subject> {
  const assessments = await loadSubjectAssessments(place)
  if (input.SubjectID !== undefined) {
    const value = storableText(input.SubjectID.slice('User:'.length), ['SubjectID'])
    const found = assessments.filter(({ key }) => (accountAssessments as readonly string[]).includes(key))
    return {
      eventTypes: found.flatMap(({ eventTypes }) => eventTypes).toSorted(),
      assessments: found.map(({ name }) => name),
      attribute: accountSubjectAttribute,
      value,
      since: null,
    }
  }
  const { AssessmentName: name = '', PropertyName: path = '', PropertyValue: value = '' } = input
  const assessment =
    assessments.find(({ key }) => key.toLowerCase() === name.toLowerCase()) ??
    assessments.find(each => each.name === name)
  if (assessment === undefined)
    throw new ValidationError(['AssessmentName'], 'There is no such assessment in this environment.')
  const attribute = assessment.attributes.find(each => each.path === path)
  if (attribute === undefined) {
    const paths = assessment.attributes.map(each => each.path).join(', ')
    throw new ValidationError(['PropertyName'], `This is no data subject ID of the assessment. Possible: ${paths}.`)
  }
  return {
    eventTypes: assessment.eventTypes,
    assessments: [assessment.name],
    attribute: path,
    value: storableText(value, ['PropertyValue']),
    since: attribute.since === null ? null : new Date(attribute.since),
  }
}
