import { ORPCError } from '@orpc/client'
import { describe, expect, it, test } from 'vitest'
import { readApiError } from '../../../platform/api/api-error.ts'
import { environment, tree } from '../testing/environments.ts'
import {
  createInputOf,
  type EnvironmentForm,
  type EnvironmentFormContext,
  emptyEnvironmentForm,
  environmentFormOf,
  environmentResolver,
  fieldErrorsOf,
  updateInputOf,
} from './environment-form.ts'

const context: EnvironmentFormContext = { root: false, editing: null, environments: tree }
/** Ids of messages by field. */
async function validate(form: EnvironmentForm, more: Partial<EnvironmentFormContext> = {}) {
  const resolve = environmentResolver({ ...context, ...more }, null)
  const { errors } = await resolve(form, undefined, { fields: {}, shouldUseNativeValidation: false })
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error.message]))
}

describe('form', () => {
  const others = [environment('harbor'), environment('shop-sandbox')]
  const nameError = async (name: string, withSandbox = false) =>
    (await validate({ ...emptyEnvironmentForm, name, withSandbox }, { environments: others }))['name'] ?? null
  test.each([
    ['', 'Environments.Form.NameMissing'],
    ['  ', 'Environments.Form.NameMissing'],
    ['Harbor EU', 'General.NameValidation'],
    ['é', 'General.NameValidation'],
    ['a'.repeat(61), 'Common.TooLong'],
    ['HARBOR', 'Environments.Form.NameTaken'],
    ['ok_-9', null],
  ])('[spec 5.1] [spec 5.2] the name %j: %s', async (name, error) => {
    expect(await nameError(name)).toBe(error)
  })
  it('[spec 5.2] the name of the sandbox has to be free, too', async () => {
    expect(await nameError('Shop', true)).toBe('Environments.Form.SandboxNameTaken')
    expect(await nameError('a'.repeat(53), true)).toBe('Environments.Form.NameLongSandbox')
    expect(await nameError('a'.repeat(61), true)).toBe('Common.TooLong')
    expect(await nameError('Shop')).toBeNull()
  })
  it('[spec 5.2] an environment may keep its own name', async () => {
    const editing = others[0] ?? null
    expect(await validate({ ...emptyEnvironmentForm, name: 'harbor' }, { editing, environments: others })).toEqual({})
  })
  const filled = { ...emptyEnvironmentForm, name: 'New-1', withSandbox: false }
  it('[spec 5.3] the display name follows its pattern or repeats the name', async () => {
    expect(await validate({ ...filled, friendlyName: 'New-1' })).toEqual({})
    expect(await validate({ ...filled, friendlyName: 'New 1' })).toEqual({})
    expect(await validate({ ...filled, friendlyName: 'Harbor-EU' })).toEqual({
      friendlyName: 'Environments.Form.DisplayNameRule',
    })
    expect(await validate({ ...filled, friendlyName: 'x'.repeat(61) })).toEqual({
      friendlyName: 'Environments.Form.DisplayNameRule',
    })
  })
  it('the form names every field that is wrong', async () => {
    const wrong = {
      ...filled,
      description: 'x'.repeat(251),
      tags: ['x'.repeat(33)],
      customerApiId: 'a b',
      applicationId: 'shop',
    }
    expect(await validate(wrong, { root: true })).toEqual({
      description: 'Common.TooLong',
      tags: 'Environments.Form.TagsLong',
      customerApiId: 'Environments.Form.ApiIdRule',
      applicationId: 'Environments.Form.ApplicationUnknown',
      geography: 'Environments.Form.GeographyMissing',
    })
    expect(await validate({ ...filled, customerApiId: 'SHOP' })).toEqual({
      customerApiId: 'Environments.Form.ApiIdTaken',
    })
  })
  it('the form becomes what the service takes', () => {
    const parent = tree[0] ?? null
    expect(
      createInputOf(
        {
          ...emptyEnvironmentForm,
          name: ' A ',
          customerApiId: '',
          applicationId: 'A55A0004-0000-4000-8000-000000000001',
        },
        parent,
      ),
    ).toEqual({
      parentId: 'Harbor',
      name: 'A',
      friendlyName: '',
      description: '',
      tags: [],
      withSandbox: true,
      customerApiId: null,
      applicationId: 'a55a0004-0000-4000-8000-000000000001',
    })
    expect(createInputOf({ ...emptyEnvironmentForm, name: 'A', kind: 'sandbox', geography: 'eu' }, null)).toMatchObject(
      {
        parentId: null,
        kind: 'sandbox',
        geography: 'eu',
        withSandbox: false,
      },
    )
    expect(updateInputOf(environmentFormOf(environment('X', [], { friendlyName: 'X' })))).toEqual({
      name: 'X',
      friendlyName: '',
      description: '',
      tags: [],
    })
  })
  it('the form shows a refusal of the service at its field', () => {
    const shown = (status: number, data: unknown) => fieldErrorsOf(readApiError(new ORPCError('X', { status, data })))
    expect(shown(409, { reason: 'environment.nameInUse' })).toEqual({
      name: { id: 'Environments.Form.NameTaken' },
    })
    const issues = [['applicationId'], ['nonsense']].map(path => ({ path, message: 'Wrong' }))
    expect(shown(422, { issues })).toEqual({
      applicationId: { id: 'Environments.Form.ApplicationUnknown' },
    })
    expect([shown(409, { reason: 'environment.countLimit' }), shown(500, null)]).toEqual([null, null])
  })
})
