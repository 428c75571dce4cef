// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { readWizardDraft, storeWizardDraft } from './draft-storage.ts'
import { changeNames, changeSchema, chooseTemplate, createDraft, newAssessmentOf } from './wizard-draft.ts'
import { apiNameIssue, blockedStep, friendlyNameIssue } from './wizard-validation.ts'

const none = new Set<string>()

describe('a draft', () => {
  it('begins with what its template has', () => {
    const transfer = chooseTemplate(createDraft(), 'MoneyTransfer')
    expect(transfer).toMatchObject({
      schema: { sections: ['metadata', 'deviceFingerprinting', 'user', 'transaction', 'sender', 'recipient'] },
      observations: ['AssessmentStatus'],
      label: true,
      caseManagement: true,
      search: true,
      reporting: true,
      dataSubjectIds: ['user.id'],
    })
    expect(chooseTemplate(transfer, 'DeviceFingerprinting')).toMatchObject({
      observations: [],
      label: false,
      caseManagement: false,
      search: false,
      reporting: false,
      dataSubjectIds: [],
    })
    expect(chooseTemplate(createDraft(), 'Custom').schema.sections).toEqual(['metadata'])
    expect(chooseTemplate(createDraft(), 'SoftwarePiracy')).toMatchObject({ search: false, reporting: true })
  })

  it('keeps custom fields when its template changes', () => {
    const custom = [{ name: 'lockerId', type: 'String' as const }]
    const draft = { ...createDraft(), schema: { sections: [], custom } }
    expect(chooseTemplate(draft, 'Custom').schema).toEqual({ sections: ['metadata'], custom })
  })

  it('has no data subject id that its schema lacks, and proposes the user’s', () => {
    const draft = { ...chooseTemplate(createDraft(), 'MoneyTransfer'), dataSubjectIds: ['user.id', 'sender.id'] }
    const without = changeSchema(draft, { sections: ['metadata', 'sender'], custom: [] })
    expect(without.dataSubjectIds).toEqual(['sender.id'])
    const again = changeSchema(without, { sections: ['metadata', 'user', 'sender'], custom: [] })
    expect(again.dataSubjectIds).toEqual(['sender.id', 'user.id'])
  })

  it('proposes an API name until somebody types one, and another name is another assessment', () => {
    const draft = changeNames(createDraft(), { friendlyName: 'Parcel locker pick up' })
    expect(draft.apiName).toBe('ParcelLockerPickUp')
    expect(changeNames(draft, { friendlyName: '2nd Café' }).apiName).toBe('ndCafe')
    const typed = changeNames(draft, { apiName: 'locker' })
    expect(typed.assessmentId).not.toBe(draft.assessmentId)
    const renamed = changeNames(typed, { friendlyName: 'Lockers' })
    expect(renamed).toMatchObject({ apiName: 'locker', assessmentId: typed.assessmentId })
    // An empty API name follows the friendly name again.
    expect(changeNames(changeNames(renamed, { apiName: '' }), { friendlyName: 'New one' }).apiName).toBe('NewOne')
  })

  it('sends no external call while browsers get no answers', () => {
    const draft = { ...chooseTemplate(createDraft(), 'DeviceFingerprinting'), clientKeyCallId: 'call' }
    expect(newAssessmentOf(draft, 'DeviceFingerprinting').clientKeyCallId).toBeNull()
    expect(newAssessmentOf({ ...draft, clientSide: true }, 'DeviceFingerprinting').clientKeyCallId).toBe('call')
  })
})

describe('a step', () => {
  const draft = createDraft()
  it('is left once it is valid', () => {
    expect(blockedStep('template', draft, none)).toBe('Assessments.Wizard.Blocked.template')
    const chosen = chooseTemplate(draft, 'Custom')
    for (const step of ['template', 'schema', 'observations', 'settings'] as const)
      expect(blockedStep(step, chosen, none)).toBeNull()
    const broken = { ...chosen, schema: { sections: ['metadata'], custom: [{ name: '2', type: 'String' as const }] } }
    expect(blockedStep('schema', broken, none)).toBe('Assessments.Wizard.Blocked.schema')
    expect(blockedStep('settings', { ...chosen, clientSide: true }, none)).toBe('Assessments.Wizard.Blocked.settings')
    expect(blockedStep('name', chosen, none)).toBe('Assessments.Wizard.Blocked.name')
    expect(blockedStep('name', changeNames(chosen, { friendlyName: 'Locker' }), none)).toBeNull()
    expect(blockedStep('name', changeNames(chosen, { friendlyName: 'Locker' }), new Set(['locker']))).not.toBeNull()
  })

  it.each([
    ['', 'Templates.Assessment.Rule.apiName'],
    ['2nd', 'Templates.Assessment.Rule.apiName'],
    ['a b', 'Templates.Assessment.Rule.apiName'],
    ['PURCHASE', 'Assessments.Wizard.Reserved'],
    ['LockerPickup', 'Templates.Assessment.taken'],
    ['locker_2', null],
  ])('the API name %j: %s', (name, issue) => {
    expect(apiNameIssue(name, new Set(['lockerpickup']))).toBe(issue)
  })

  it('a friendly name begins with a letter, digit or underscore', () => {
    expect(friendlyNameIssue('2 lockers')).toBeNull()
    expect(friendlyNameIssue('/path')).not.toBeNull()
    expect(friendlyNameIssue('a'.repeat(61))).not.toBeNull()
  })
})

describe('a stored draft', () => {
  const owner = { user: 'user', environmentId: 'environment' }
  const draft = chooseTemplate(createDraft(), 'Custom')
  beforeEach(() => localStorage.clear())

  it('is that of a user in an environment, until it is removed', () => {
    storeWizardDraft(owner, draft, 1000)
    expect(readWizardDraft(owner, 2000)).toMatchObject({ at: 1000, draft })
    expect(readWizardDraft({ ...owner, user: 'other' }, 2000)).toBeUndefined()
    expect(readWizardDraft({ ...owner, environmentId: 'other' }, 2000)).toBeUndefined()
    storeWizardDraft(owner, null, 2000)
    expect(readWizardDraft(owner, 2000)).toBeUndefined()
    expect(localStorage.length).toBe(0)
  })

  it('is forgotten after 30 days, and when it is damaged', () => {
    storeWizardDraft(owner, draft, 0)
    expect(readWizardDraft(owner, 31 * 24 * 60 * 60_000)).toBeUndefined()
    localStorage.setItem(
      'assay/assessment-drafts',
      JSON.stringify([{ ...owner, at: Date.now(), draft: { step: 'x' } }]),
    )
    expect(readWizardDraft(owner)).toBeUndefined()
  })
})
