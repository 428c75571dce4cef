import { ORPCError } from '@orpc/client'
import { describe, expect, it, test } from 'vitest'
import { readApiError } from '../../../platform/api/api-error.ts'
import { environment, tree } from '../testing/environments.ts'
import {
  createInputOf,
  emptyEnvironmentForm,
  environmentFormOf,
  fieldErrorsOf,
  updateInputOf,
  validateEnvironmentForm,
  validateEnvironmentName,
} from './environment-form.ts'

describe('form', () => {
  const taken = new Set(['harbor', 'shop-sandbox'])
  test.each([
    ['', 'Environments.Form.NameMissing'],
    ['  ', 'Environments.Form.NameMissing'],
    ['Harbor EU', 'General.NameValidation'],
    ['é', 'General.NameValidation'],
    ['a'.repeat(61), 'Environments.Form.NameLong'],
    ['HARBOR', 'Environments.Form.NameTaken'],
    ['ok_-9', null],
  ])('[spec 5.1] [spec 5.2] the name %j: %s', (name, error) => {
    expect(validateEnvironmentName(name, taken)).toBe(error)
  })
  it('[spec 5.2] the name of the sandbox has to be free, too', () => {
    expect([
      validateEnvironmentName('Shop', taken, true),
      validateEnvironmentName('a'.repeat(53), taken, true),
      validateEnvironmentName('Shop', taken),
    ]).toEqual(['Environments.Form.SandboxNameTaken', 'Environments.Form.NameLongSandbox', null])
  })
  const context = { root: false, editing: null, environments: tree }
  const filled = { ...emptyEnvironmentForm, name: 'New-1', withSandbox: false }
  it('[spec 5.3] the display name follows its pattern or repeats the name', () => {
    expect(validateEnvironmentForm({ ...filled, friendlyName: 'New-1' }, context)).toEqual({})
    expect(validateEnvironmentForm({ ...filled, friendlyName: 'New 1' }, context)).toEqual({})
    expect(validateEnvironmentForm({ ...filled, friendlyName: 'Harbor-EU' }, context)).toEqual({
      friendlyName: 'Environments.Form.DisplayNameRule',
    })
    expect(validateEnvironmentForm({ ...filled, friendlyName: 'x'.repeat(61) }, context)).toEqual({
      friendlyName: 'Environments.Form.DisplayNameRule',
    })
  })
  it('names every field that is wrong', () => {
    const wrong = {
      ...filled,
      description: 'x'.repeat(251),
      tags: ['x'.repeat(33)],
      customerApiId: 'a b',
      applicationId: 'shop',
    }
    expect(validateEnvironmentForm(wrong, { ...context, root: true })).toEqual({
      description: 'Environments.Form.DescriptionLong',
      tags: 'Environments.Form.TagsLong',
      customerApiId: 'Environments.Form.ApiIdRule',
      applicationId: 'Environments.Form.ApplicationUnknown',
      geography: 'Environments.Form.GeographyMissing',
    })
    expect(validateEnvironmentForm({ ...filled, customerApiId: 'SHOP' }, context)).toEqual({
      customerApiId: 'Environments.Form.ApiIdTaken',
    })
  })
  it('becomes what the service takes', () => {
    const parent = tree[0] ?? null
    expect(
      createInputOf(
        {
          ...emptyEnvironmentForm,
          name: ' A ',
          customerApiId: '',
          applicationId: 'A55A0004-0000-4000-8000-000000000001',
        },
        'id',
        parent,
      ),
    ).toEqual({
      id: 'id',
      parentId: 'Harbor',
      name: 'A',
      friendlyName: '',
      description: '',
      tags: [],
      withSandbox: true,
      customerApiId: null,
      applicationId: 'a55a0004-0000-4000-8000-000000000001',
    })
    expect(
      createInputOf({ ...emptyEnvironmentForm, name: 'A', kind: 'sandbox', geography: 'eu' }, 'id', null),
    ).toMatchObject({
      parentId: null,
      kind: 'sandbox',
      geography: 'eu',
      withSandbox: false,
    })
    expect(updateInputOf(environmentFormOf(environment('X', [], { friendlyName: 'X' })))).toEqual({
      name: 'X',
      friendlyName: '',
      description: '',
      tags: [],
    })
  })
  it('shows a refusal of the service at its field', () => {
    const shown = (status: number, data: unknown) => fieldErrorsOf(readApiError(new ORPCError('X', { status, data })))
    expect(shown(409, { reason: 'environment.nameInUse' })).toEqual({ name: 'Environments.Form.NameTaken' })
    const issues = [['applicationId'], ['nonsense']].map(path => ({ path, message: 'Wrong' }))
    expect(shown(422, { issues })).toEqual({ applicationId: 'Environments.Form.ApplicationUnknown' })
    expect([shown(409, { reason: 'environment.countLimit' }), shown(500, null)]).toEqual([null, null])
  })
})
