import type { CaseOptionSettings } from '@assay/risk-service/contract'
import { describe, expect, it } from 'vitest'
import { type OptionForm, optionBody, optionErrors } from './option-form.ts'

const reasons = ['Other']
const settings: CaseOptionSettings = {
  interimStatuses: false,
  corrections: false,
  countdownSeconds: 120,
  maxExtensions: null,
  undoSeconds: 5,
  nextCase: 'user',
  maturityDays: 90,
  farKm: 500,
  scoreLimits: [200, 400, 600, 800],
  listReasons: { Safe: reasons, Block: reasons, Watch: reasons, Remove: reasons },
  externalLinks: [],
  tags: [],
  costs: { hourlyCostUsd: null, margin: null },
  masking: {},
}
const link = { name: 'Desk', icon: 'order', url: 'https://desk.example/o/#', field: 'user.userId' } as const
const errors = (changes: Partial<OptionForm>) => optionErrors({ ...settings, ...changes })

describe('case options', () => {
  it('the defaults are valid, and stay as they are', () => {
    expect(errors({})).toEqual({})
    expect(optionBody(settings)).toEqual(settings)
  })
  it.each([
    ['countdownSeconds', 29, { min: 30, max: 300 }],
    ['countdownSeconds', null, { min: 30, max: 300 }],
    ['undoSeconds', 16, { min: 0, max: 15 }],
    ['maxExtensions', 0, { min: 1, max: 20 }],
    ['maxExtensions', 2.5, { min: 1, max: 20 }],
    ['farKm', 20_001, { min: 1, max: 20_000 }],
  ] as const)('%s: %s is refused with the range', (option, value, values) => {
    expect(errors({ [option]: value })).toEqual({ [option]: { id: 'Admin.Options.Problem.Whole', values } })
  })
  it.each([
    [[200, 400, 380, 800], 'Rising'],
    [[200, 400, 400, 800], 'Rising'],
    [[0, 400, 600, 800], 'Whole'],
    [[200, 400, 600, 1000], 'Whole'],
    [[200, null, 600, 800], 'Whole'],
    [[200, 400.5, 600, 800], 'Whole'],
  ] as const)('the score band limits %j are refused: %s', (scoreLimits, problem) => {
    expect(errors({ scoreLimits: [...scoreLimits] })).toEqual({
      scoreLimits: { id: `Admin.Options.Problem.${problem}`, values: { min: 1, max: 999 } },
    })
  })
  it('an empty number of extensions is no limit', () => {
    expect(errors({ maxExtensions: null })).toEqual({})
  })
  it('blanks around texts are not sent', () => {
    const body = optionBody({ ...settings, tags: [' Ring '], externalLinks: [{ ...link, url: ` ${link.url} ` }] })
    expect(body.tags).toEqual(['Ring'])
    expect(body.externalLinks).toEqual([link])
  })
  it.each([
    'http://desk.example/#',
    'https://desk.example/',
    'https://desk.example/#/#',
    'https://#.example/',
    'https://me@desk.example/#',
    'javascript:alert(1)//#',
    '',
  ])('the address %j is no link', url => {
    expect(errors({ externalLinks: [{ ...link, url }] })).toEqual({
      'externalLinks.0.url': { id: 'Admin.Options.Problem.Link' },
    })
  })
  it('each fault stands at its field', () => {
    expect(
      errors({
        tags: ['Ring', 'ring'],
        listReasons: { ...settings.listReasons, Block: [], Watch: ['x'.repeat(61)] },
        externalLinks: [link, { ...link, name: ' ', field: 'a b' }],
        costs: { hourlyCostUsd: -1, margin: 1.1 },
      }),
    ).toMatchObject({
      tags: { id: 'Admin.Options.Problem.Texts' },
      'listReasons.Block': { id: 'Admin.Options.Problem.Empty' },
      'listReasons.Watch': { id: 'Admin.Options.Problem.Texts' },
      'externalLinks.1.name': { id: 'Admin.Options.Problem.LinkName' },
      'externalLinks.1.field': { id: 'Admin.Options.Problem.LinkField' },
      'costs.hourlyCostUsd': { id: 'Admin.Options.Problem.Cost' },
      'costs.margin': { id: 'Admin.Options.Problem.Margin' },
    })
  })
})
