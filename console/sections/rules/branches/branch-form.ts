import { contractResolver } from '../../../platform/forms/contract-resolver.ts'
import { branchDetailsSchema, createBranchSchema } from '../../../platform/forms/contract-schemas.ts'
import type { FormErrors } from '../../../platform/forms/form-errors.ts'

/** Names of a branch that is made. */
export interface BranchNames {
  name: string
  apiName: string
}
export interface NewBranch extends BranchNames {
  /** Rules that are not copied: what is published while the form is open is. */
  excluded: readonly string[]
}
export interface Promotion extends BranchNames {
  /** The production rules of today stay as a branch of these names. */
  preserve: boolean
}

const messages = {
  name: { required: 'Rules.Branch.Issue.empty', tooLong: 'Rules.Branch.Issue.long' },
  apiName: {
    required: 'Rules.Branch.Issue.empty',
    tooLong: 'Rules.Branch.Issue.long',
    invalid: 'Rules.Branch.Issue.characters',
  },
} as const
/** The error at the API name of a branch that exists. */
export const nameTakenError = { apiName: { id: 'Rules.Branch.Issue.taken' } } as const

/** API names differ by more than the case of their letters. */
const findTaken = ({ apiName }: BranchNames, existingNames: readonly string[]): FormErrors<BranchNames> =>
  existingNames.some(name => name.toLowerCase() === apiName.toLowerCase()) ? nameTakenError : {}

/**
 * Validates a new branch.
 * @param source the branch whose rules are copied, by its API name, and its published rules
 * @param existingNames API names that exist
 */
export const newBranchResolver = (
  source: { from: string; ruleIds: readonly string[] },
  existingNames: readonly string[],
) =>
  contractResolver({
    schema: createBranchSchema,
    toBody: ({ name, apiName, excluded }: NewBranch) => ({
      name: name.trim(),
      apiName,
      from: source.from,
      ruleIds: source.ruleIds.filter(id => !excluded.includes(id)),
    }),
    messages,
    rules: values => findTaken(values, existingNames),
  })

/**
 * Validates a promotion, whose names count only where the production rules stay; null is sent where they do not.
 * @param existingNames API names that exist
 */
export const promotionResolver = (existingNames: readonly string[]) =>
  contractResolver({
    schema: branchDetailsSchema.nullable(),
    toBody: ({ preserve, name, apiName }: Promotion) => (preserve ? { name: name.trim(), apiName } : null),
    messages,
    rules: values => (values.preserve ? findTaken(values, existingNames) : {}),
  })
