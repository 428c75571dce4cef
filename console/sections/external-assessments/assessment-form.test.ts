import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import {
  type AssessmentForm,
  assessmentBodyOf,
  assessmentErrorsOf,
  assessmentRecordOf,
  assessmentResolver,
} from './assessment-form.ts'

const environmentId = '0192f0c1-2345-7000-8000-000000000001'
const target = `${environmentId} purchase`
const valid: AssessmentForm = { name: 'bank', description: '', target }

async function errorsOf(change: Partial<AssessmentForm>) {
  const resolve = assessmentResolver(['Other'], [target])
  const { errors } = await resolve({ ...valid, ...change }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]))
}

describe('an external assessment', () => {
  it.each([
    [{}, {}],
    [{ name: ' ' }, { name: 'Authoring.Name.empty' }],
    [{ name: 'a'.repeat(61) }, { name: 'Authoring.Name.long' }],
    [{ name: '1st' }, { name: 'Authoring.Name.identifier' }],
    [{ name: ' OTHER ' }, { name: 'Authoring.Name.taken' }],
    [{ description: 'd'.repeat(501) }, { description: 'Common.TooLong' }],
    [{ description: ` ${'d'.repeat(500)} ` }, {}],
    [{ target: '' }, { target: 'ExternalAssessments.Target.Missing' }],
    // It was chosen before, and cannot be called any more.
    [{ target: `${environmentId} gone` }, { target: 'ExternalAssessments.Target.Missing' }],
  ])('%j is told at its field', async (change, expected) => {
    expect(await errorsOf(change)).toEqual(expected)
  })

  it('an external assessment is shown as it is stored, and sent without the blanks around its texts', () => {
    const body = { name: 'bank', description: 'Of the bank', target: { environmentId, eventType: 'purchase' } }
    const { values, version } = assessmentRecordOf({ body, version: 3 })
    expect([version, assessmentBodyOf(values)]).toEqual([3, body])
    expect(assessmentBodyOf({ ...values, name: ' bank ', description: ' Of the bank ' })).toEqual(body)
  })

  it('an external assessment takes a refusal to the field that it belongs to', () => {
    const refusal = (issue: object) => new ORPCError('BAD_REQUEST', { data: { issues: [issue] } })
    expect(assessmentErrorsOf(refusal({ path: ['body', 'name'], message: 'taken', code: 'name.taken' }))).toEqual({
      name: { id: 'Authoring.Name.taken' },
    })
    expect(assessmentErrorsOf(refusal({ path: ['body', 'target'], message: 'gone' }))).toEqual({
      target: { id: 'ExternalAssessments.Target.Error' },
    })
    expect(assessmentErrorsOf(new Error('offline'))).toBeNull()
  })
})
