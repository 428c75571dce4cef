import type { CustomField } from '../../contract/assessments/custom-fields.ts'
import { type TemplatePart, templateParts } from '../../contract/templates/template-definitions.ts'
import type { TemplateContents } from '../../contract/templates/templates.ts'
import type { AssessmentDefinition } from '../assessments/assessment-definition.ts'
import type { Snapshot } from './template-file.ts'

type PartName = readonly [TemplatePart, string]

/** Returns the contents of a template, in groups, for users to check before they use it. */
export function contentsOf(snapshot: Snapshot): TemplateContents {
  const found = [...partsOf(snapshot)]
  return templateParts
    .map(part => ({ part, names: found.filter(each => each[0] === part).map(([, name]) => name) }))
    .filter(({ names }) => names.length > 0)
}

function* partsOf(snapshot: Snapshot): Iterable<PartName> {
  if (isSnapshotOf(snapshot, 'rule')) {
    const { type, body } = snapshot.content
    yield [partOfRule(type), body.name]
    for (const clause of body.clauses) yield ['clause', clause.name]
  } else if (isSnapshotOf(snapshot, 'assessment')) {
    yield* definition(snapshot.content.definition)
    if (Object.keys(snapshot.content.settings).length > 0) yield ['settings', snapshot.content.definition.friendlyName]
    for (const { type, body } of snapshot.content.rules) yield [partOfRule(type), body.name]
  } else if (isSnapshotOf(snapshot, 'environment')) {
    const { content } = snapshot
    for (const each of content.assessments) yield ['assessment', each.friendlyName]
    for (const key of Object.keys(content.settings)) yield ['settings', key]
    for (const { type, body } of content.rules) yield [partOfRule(type), body.name]
    for (const { body } of content.velocitySets) yield ['velocitySet', body.name]
    for (const [part, list] of [
      ['function', content.functions],
      ['externalCall', content.externalCalls],
      ['externalAssessment', content.externalAssessments],
      ['list', content.lists],
    ] as const) {
      for (const { name } of list) yield [part, name]
    }
  }
}

function* definition({ friendlyName, schema, observations, hasLabel }: AssessmentDefinition): Iterable<PartName> {
  yield ['assessment', friendlyName]
  for (const section of schema.sections) yield ['attribute', section]
  for (const path of paths(schema.custom, 'custom')) yield ['attribute', path]
  for (const { apiName } of observations) yield ['observation', apiName]
  if (hasLabel) yield ['label', 'Label']
}

const paths = (fields: readonly CustomField[], above: string): string[] =>
  fields.flatMap(({ name, fields: inner = [] }) => [`${above}.${name}`, ...paths(inner, `${above}.${name}`)])

export const partOfRule = (type: 'decision' | 'postDecision'): TemplatePart =>
  type === 'decision' ? 'decisionRule' : 'postDecisionAction'

/** Narrows a template to its kind. */
function isSnapshotOf<Kind extends Snapshot['kind']>(snapshot: Snapshot, kind: Kind): snapshot is Snapshot<Kind> {
  return snapshot.kind === kind
}
