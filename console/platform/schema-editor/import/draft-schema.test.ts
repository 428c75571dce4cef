import { findSchemaIssues } from '@assay/risk-service/contract/assessment-schemas'
import { expect, it } from 'vitest'
import { applyDraft } from './apply-draft.ts'
import { draftSchema, type FieldDraft } from './draft-schema.ts'

const empty = { sections: ['metadata'], custom: [] }
const asDrafted = { fields: new Map(), withoutSections: new Set<string>() }

/** Events of a locker: some without an attempt, one with a courier. */
const events = Array.from({ length: 1000 }, (_, index) => ({
  metadata: { eventId: `e-${index}`, timestamp: '2026-01-15T10:24:00Z' },
  user: { id: `u-${index % 7}`, email: 'a@mail.example', loyaltyLevel: index % 3 },
  lockerId: `L-${index % 4}`,
  ...(index < 987 ? { attempts: index % 2 === 0 ? 1 : 1.5 } : { attempts: null }),
  openedAt: '2026-01-15T10:24:00Z',
  address: index === 0 ? { ip: '203.0.113.84' } : { ip: index % 2 === 0 ? '2001:db8::1' : 'hidden' },
  mixed: index % 3 === 0 ? 'x' : index,
  'not-a-name': true,
}))
const draft = draftSchema(events)
const fieldOf = (name: string, among: readonly FieldDraft[] = draft.custom) =>
  among.find(each => each.name === name) ?? expect.fail(`${name} is missing`)

it('counts in how many events each field is, with its types and up to three examples', () => {
  expect(draft.total).toBe(1000)
  const attempts = fieldOf('attempts')
  expect(attempts.evidence.present).toBe(987)
  expect(attempts.evidence.types).toEqual([
    ['Integer', 494],
    ['Double', 493],
  ])
  expect(attempts.evidence.examples).toEqual([1, 1.5])
  expect(fieldOf('lockerId').evidence.examples).toEqual(['L-0', 'L-1', 'L-2'])
})

it('proposes the narrowest type of all values, and what is always there as required', () => {
  expect(fieldOf('attempts')).toMatchObject({ type: 'Double', required: false, mixed: false })
  expect(fieldOf('lockerId')).toMatchObject({ type: 'String', required: true })
  expect(fieldOf('openedAt')).toMatchObject({ type: 'DateTime', required: true })
  expect(fieldOf('mixed')).toMatchObject({ type: 'Integer', mixed: true })
  const address = fieldOf('address')
  expect(address).toMatchObject({ type: 'Object' })
  expect(fieldOf('ip', address.fields)).toMatchObject({ type: 'String', source: 'address.ip' })
})

it('proposes nothing as required from a few events', () => {
  expect(draftSchema(events.slice(0, 9)).custom.some(({ required }) => required)).toBe(false)
  expect(draftSchema(events.slice(0, 10)).custom.some(({ required }) => required)).toBe(true)
})

it('recognises standard sections by their fields, and proposes what they lack as custom fields', () => {
  expect(draft.sections.map(({ section, source }) => [section, source])).toEqual([
    ['metadata', 'metadata'],
    ['user', 'user'],
  ])
  expect(draft.sections[1]?.fields.map(({ path, evidence }) => [path, evidence.present])).toEqual([
    ['id', 1000],
    ['email', 1000],
  ])
  expect(fieldOf('loyaltyLevel')).toMatchObject({ type: 'Integer', source: 'user.loyaltyLevel' })
  const renamed = draftSchema([{ customer: { firstName: 'A', lastName: 'B', email: 'a@mail.example', phone: '1' } }])
  expect(renamed.sections).toMatchObject([{ source: 'customer' }])
  expect(renamed.custom).toEqual([])
})

it('a field of a section that few events have is not required of all', () => {
  const some = Array.from({ length: 20 }, (_, index) => ({
    metadata: { eventId: `e-${index}`, timestamp: '2026-01-15T10:24:00Z' },
    ...(index < 12 ? { user: { id: 'u-1', email: 'a@mail.example', campaign: 'spring' } } : {}),
  }))
  expect(fieldOf('campaign', draftSchema(some).custom).required).toBe(false)
})

it('what is accepted is a valid schema, without what cannot be a field', () => {
  const applied = applyDraft(empty, draft, asDrafted, '')
  const schema = applied.schema ?? expect.fail('not applied')
  expect(schema.sections).toEqual(['metadata', 'user'])
  expect(findSchemaIssues(schema.custom)).toEqual([])
  expect(schema.custom.map(({ name }) => name)).not.toContain('not-a-name')
  expect(schema.custom).toContainEqual({
    name: 'lockerId',
    friendlyName: 'Locker id',
    type: 'String',
    sample: 'L-0',
    required: true,
  })
})

it('takes no sample value from fields with personal data', () => {
  const personal = draftSchema([{ contact: { phoneNumber: '+385-1', note: 'fine' }, address: '203.0.113.84' }])
  const { schema } = applyDraft(empty, personal, asDrafted, '')
  expect(JSON.stringify(schema)).toContain('fine')
  expect(JSON.stringify(schema)).not.toContain('+385-1')
  expect(JSON.stringify(schema)).not.toContain('203.0.113.84')
})

it.each([
  [
    'an email address among other texts',
    { reference: 'Ana <ana@mail.example>' },
    { reference: '2026-01-15T10:24:00Z' },
  ],
  ['an email address of a field that is a text to the person', { login: 'ana@mail.example' }, { login: 'none' }],
  ['a phone number', { callback: '+385 91 555 1234' }, {}],
  ['a card number', { token: '4111 1111 1111 1111' }, { token: 'x' }],
  ['the number of an account', { payee: 'DE89370400440532013000' }, {}],
  ['what is below a personal name', { contactEmail: { value: 'hidden' } }, {}],
])('takes no sample of %s', (_what, first, second) => {
  const drafted = draftSchema([first, second])
  const asText = new Map(drafted.custom.map(({ source }) => [source, { type: 'String' as const }]))
  const samples = [asDrafted.fields, new Map(drafted.custom[0]?.fields.length === 0 ? asText : [])].map(fields =>
    JSON.stringify(applyDraft(empty, drafted, { ...asDrafted, fields }, '').schema),
  )
  for (const schema of samples) expect(schema).not.toMatch(/@|555|4111|3704|hidden/)
})

it('takes another value of the field where one is about somebody', () => {
  const { schema } = applyDraft(empty, draftSchema([{ token: '4111111111111111' }, { token: 'visa' }]), asDrafted, '')
  expect(schema?.custom).toMatchObject([{ name: 'token', sample: 'visa' }])
})

it('follows the choices of the person', () => {
  const { schema } = applyDraft(
    empty,
    draft,
    {
      fields: new Map([
        ['lockerId', { included: false }],
        ['mixed', { type: 'String', required: false }],
      ]),
      withoutSections: new Set(['user']),
    },
    '',
  )
  expect(schema?.sections).toEqual(['metadata'])
  expect(schema?.custom.find(({ name }) => name === 'lockerId')).toBeUndefined()
  expect(schema?.custom.find(({ name }) => name === 'mixed')).toEqual({
    name: 'mixed',
    friendlyName: 'Mixed',
    type: 'String',
    sample: 'x',
  })
})

it('names that exist are reported line by line, and nothing is applied', () => {
  const text = '{\n  "lockerId": "1",\n  "other": 2,\n  "custom": {\n    "code": "x"\n  }\n}'
  const applied = applyDraft(
    {
      ...empty,
      custom: [
        { name: 'code', type: 'String' },
        { name: 'lockerId', type: 'String' },
      ],
    },
    draftSchema([JSON.parse(text) as Record<string, unknown>]),
    asDrafted,
    text,
  )
  expect(applied).toEqual({
    existing: [
      { name: 'lockerId', line: 2 },
      { name: 'code', line: 5 },
    ],
  })
})

it('drafts 1,000 events in less than a second', () => {
  const from = performance.now()
  draftSchema(events)
  expect(performance.now() - from).toBeLessThan(1000)
})
