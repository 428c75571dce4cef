import { templateLimits } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { expect, it } from 'vitest'
import { templateDetailsResolver, templateNameErrorOf, templateProblemOf } from './template-details-form.tsx'

const resolve = (name: string, description = '') =>
  templateDetailsResolver({ name, description }, undefined, { fields: {}, shouldUseNativeValidation: false })

it('name and description are sent without outer blanks', async () => {
  expect(await resolve(' Season ', ' Large orders ')).toEqual({
    values: { name: 'Season', description: 'Large orders' },
    errors: {},
  })
})

it('a name is required, and a description keeps to its limit', async () => {
  expect((await resolve('  ')).errors).toEqual({ name: { type: 'invalid', message: 'Lists.Name.Missing' } })
  expect((await resolve('a\u0000b')).errors).toEqual({
    name: { type: 'invalid', message: 'Authoring.Name.characters' },
  })
  expect((await resolve('Season', 'x'.repeat(templateLimits.description + 1))).errors).toEqual({
    description: { type: 'invalid', message: 'Common.TooLong', values: { limit: templateLimits.description } },
  })
})

it('an error of the service stands at the name or above the fields', () => {
  const taken = new ORPCError('UNPROCESSABLE_CONTENT', {
    status: 422,
    data: { issues: [{ path: ['name'], message: 'There is one.', code: 'name.taken' }] },
  })
  const full = new ORPCError('CONFLICT', { status: 409, data: { reason: 'templates.limit' } })
  expect([templateNameErrorOf(taken), templateProblemOf(taken)]).toEqual([
    { name: { id: 'Templates.Name.Taken' } },
    null,
  ])
  expect([templateNameErrorOf(full), templateProblemOf(full)]).toEqual([null, 'Templates.Limit'])
})
