import { describe, expect, it } from 'vitest'
import { supportLists } from '../../contract/lists/list-definitions.ts'
import {
  type ClauseTemplateTarget,
  clauseTemplateKeys,
  clauseTemplates,
} from '../../contract/rules/clause-templates.ts'
import { defaultVelocitySets } from '../../contract/velocities/default-velocities.ts'
import { type CheckEnvironment, checkRule, compileRule } from '../../fql/index.ts'
import { builtInAssessments } from '../index.ts'

const environmentId = 'a55a0002-0000-4000-8000-000000000001'
const named = <T>(entries: readonly (readonly [string, T])[]): Map<string, T> =>
  new Map(entries.map(([name, value]) => [name.toLowerCase(), value]))
/** Resources of every environment, and those whose names the authors of these clauses choose. */
const resources: Pick<CheckEnvironment, 'lists' | 'velocities' | 'externalCalls' | 'externalAssessments'> = {
  lists: {
    custom: named([['My list', { name: 'My list', columns: ['Value'] }]]),
    support: named(Object.values(supportLists).map(({ name }) => [name, { name }])),
  },
  velocities: named(
    defaultVelocitySets.flatMap(({ velocities }) => velocities.map(({ name }) => [name, { name }] as const)),
  ),
  externalCalls: named([['MyCall', { name: 'MyCall', parameters: ['user'] }]]),
  externalAssessments: named([['MyAssessment', { name: 'MyAssessment' }]]),
}

function checkOf(kind: ClauseTemplateTarget): CheckEnvironment {
  if (kind === 'own' || kind === 'legacyCustom') return { attributes: new Map(), ...resources }
  const assessment = builtInAssessments.find(environmentId, kind)
  if (assessment === null) throw new Error(`no ${kind}`)
  return { ...assessment.check, ...resources }
}

describe.each(Object.keys(clauseTemplates) as ClauseTemplateTarget[])('clause templates of %s', kind => {
  it('the clause templates are all there', () => {
    // No model scores the events of an assessment of the older generation.
    const scored = ['rejectHighScore', 'reviewMediumScore']
    expect(clauseTemplates[kind].map(({ key }) => key)).toEqual(
      clauseTemplateKeys.filter(key => kind !== 'legacyCustom' || !scored.includes(key)),
    )
    expect(clauseTemplates[kind].find(({ key }) => key === 'deviceFingerprinting')?.clauses).toHaveLength(2)
  })
  it.each(clauseTemplates[kind].map(template => [template.key, template] as const))(
    '%s compiles, and names nothing that such an event does not have',
    (_key, { clauses }) => {
      const rule = {
        condition: '',
        clauses: clauses.map((clause, index) => ({ ...clause, name: `clause${index + 1}` })),
      }
      expect(checkRule(rule, checkOf(kind))).toEqual([])
      expect(compileRule(rule, checkOf(kind)).clauses).toHaveLength(clauses.length)
    },
  )
})
