import type { FieldValues, Resolver } from 'react-hook-form'
import { expect, it } from 'vitest'
import { experimentResolver } from '../experiments/experiment-form.ts'
import { newBranchResolver, promotionResolver } from './branch-form.ts'

/** What a form sends, or the ids of the messages at its fields. */
async function validate<Values extends FieldValues, Body>(
  resolver: Resolver<Values, unknown, Body>,
  values: NoInfer<Values>,
) {
  const { errors, values: body } = await resolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })
  const messages = Object.entries(errors).map(([field, error]) => [field, (error as { message: string }).message])
  return messages.length > 0 ? Object.fromEntries(messages) : body
}
const taken = ['production', 'test']
const ruleIds = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const newBranch = newBranchResolver({ from: 'production', ruleIds }, taken)

it.each([
  ['', 'empty'],
  ['a b', 'characters'],
  ['ä', 'characters'],
  ['a'.repeat(61), 'long'],
  ['TEST', 'taken'],
  ['Production', 'taken'],
])('the API name %j of a new branch is refused: %s', async (apiName, issue) => {
  expect(await validate(newBranch, { name: 'Fine', apiName, excluded: [] })).toEqual({
    apiName: `Rules.Branch.Issue.${issue}`,
  })
})

it('the name of a new branch is neither empty nor long', async () => {
  for (const [name, issue] of [
    [' ', 'empty'],
    ['x'.repeat(61), 'long'],
  ] as const)
    expect(await validate(newBranch, { name, apiName: 'fine', excluded: [] })).toEqual({
      name: `Rules.Branch.Issue.${issue}`,
    })
})

it('a new branch is sent with the rules that nobody excluded', async () => {
  expect(await validate(newBranch, { name: ' Strict ', apiName: 'strict_2', excluded: ruleIds.slice(0, 1) })).toEqual({
    name: 'Strict',
    apiName: 'strict_2',
    from: 'production',
    ruleIds: ruleIds.slice(1),
  })
})

it('the names of a promotion count only where the production rules stay', async () => {
  const promotion = promotionResolver(taken)
  expect(await validate(promotion, { preserve: false, name: '', apiName: 'test' })).toBeNull()
  expect(await validate(promotion, { preserve: true, name: '', apiName: 'test' })).toEqual({
    name: 'Rules.Branch.Issue.empty',
    apiName: 'Rules.Branch.Issue.taken',
  })
  expect(await validate(promotion, { preserve: true, name: 'Old', apiName: 'old' })).toEqual({
    name: 'Old',
    apiName: 'old',
  })
})

it.each([null, 0, 101, 12.5])('the share %j of an experiment is refused', async share => {
  expect(await validate(experimentResolver, { name: '', share, hours: 0, callExternal: false })).toEqual({
    name: 'Rules.Branch.Issue.empty',
    share: 'Rules.Experiment.ShareIssue',
  })
})

it('an experiment that nobody stops is sent without an end', async () => {
  expect(await validate(experimentResolver, { name: ' Trial ', share: 10, hours: 0, callExternal: true })).toEqual({
    name: 'Trial',
    share: 10,
    endsAt: null,
    callExternal: true,
  })
})
