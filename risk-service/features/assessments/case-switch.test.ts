import { describe, expect, test } from 'vitest'
import { sectionsOf } from '../../engine/assessments/tenant-assessment.ts'
import type { WizardTemplate } from '../../engine/ingest/event-schemas.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { assertValidAssessment } from './create-assessment.ts'

/** Returns the path of the field that is refused for settings; null for valid ones. */
function refusedField(template: WizardTemplate | null, settings: Record<string, unknown>): string | null {
  const schema = { sections: template === null ? [] : sectionsOf(template), custom: [] }
  const author = { id: 'u', name: 'U' }
  const named = { id: 'a', environmentId: 'e', apiName: 'Sold', friendlyName: 'Sold', sample: {}, author }
  try {
    assertValidAssessment({ ...named, kind: template === null ? 'custom' : 'wizard', template, settings }, schema)
    return null
  } catch (error) {
    if (error instanceof ValidationError) return error.issues.map(({ path }) => path.join('.')).join()
    throw error
  }
}

describe('the switch of cases of a new assessment', () => {
  const field = 'settings.features.caseManagement'
  test.each<[WizardTemplate | null, unknown, string | null]>([
    ['CardPayment', true, null],
    ['CardPayment', false, null],
    ['Custom', true, null],
    ['SoftwarePiracy', undefined, null],
    ['DeviceFingerprinting', false, null],
    [null, false, null],
    ['CardPayment', 'off', field],
    ['CardPayment', 0, field],
    ['CardPayment', null, field],
    ['DeviceFingerprinting', true, field],
    [null, true, field],
  ])('template %s, %j: the refused field is %s', (template, caseManagement, path) => {
    expect(refusedField(template, { features: { caseManagement } })).toBe(path)
  })
  test('stands in an object', () => {
    expect(refusedField('CardPayment', { features: 'caseManagement' })).toBe('settings.features')
    expect(refusedField('CardPayment', {})).toBeNull()
  })
})
