import {
  type CaseOptionSettings,
  caseLimits,
  caseOptionLimits,
  type ExternalLink,
  listChanges,
} from '@assay/risk-service/contract'
import { contractResolver, validateValues } from '../../../platform/forms/contract-resolver.ts'
import { caseOptionSettingsSchema } from '../../../platform/forms/contract-schemas.ts'
import type { FormErrors } from '../../../platform/forms/form-errors.ts'

/** Options that are numbers, which a field may lack while somebody types. */
export const wholeOptions = ['countdownSeconds', 'undoSeconds', 'maxExtensions', 'farKm'] as const
export type WholeOption = (typeof wholeOptions)[number]

/** The options as the fields show them. */
export type OptionForm = Omit<CaseOptionSettings, WholeOption | 'scoreLimits'> &
  Record<WholeOption, number | null> & { scoreLimits: (number | null)[] }

/** Lowest and highest value of an option, both included. */
export const optionRanges: Record<WholeOption, { min: number; max: number }> = {
  countdownSeconds: caseOptionLimits.countdownSeconds,
  undoSeconds: { min: 0, max: caseLimits.maxUndoSeconds },
  maxExtensions: caseOptionLimits.maxExtensions,
  farKm: caseOptionLimits.farKm,
}

export const newLink = (): ExternalLink => ({ name: '', icon: 'link', url: '', field: '' })

/** A text without blanks around it, as the service stores it. */
const trimmed = (texts: readonly string[]) => texts.map(text => text.trim())

/** What is sent. A number that is missing is refused by the schema. */
export function optionBody(form: OptionForm): CaseOptionSettings {
  const { countdownSeconds, undoSeconds, farKm } = form
  return {
    ...form,
    countdownSeconds: countdownSeconds ?? Number.NaN,
    undoSeconds: undoSeconds ?? Number.NaN,
    farKm: farKm ?? Number.NaN,
    scoreLimits: form.scoreLimits.map(limit => limit ?? Number.NaN) as CaseOptionSettings['scoreLimits'],
    listReasons: Object.fromEntries(
      listChanges.map(change => [change, trimmed(form.listReasons[change])]),
    ) as CaseOptionSettings['listReasons'],
    tags: trimmed(form.tags),
    externalLinks: form.externalLinks.map(({ name, icon, url, field }) => ({
      name: name.trim(),
      icon,
      url: url.trim(),
      field: field.trim(),
    })),
  }
}

const isWhole = (value: number, { min, max }: { min: number; max: number }): boolean =>
  Number.isInteger(value) && value >= min && value <= max

/** Whether a limit of the score bands is a whole number in its range, and greater than the one before. */
export function scoreLimitProblem(limits: OptionForm['scoreLimits'], index: number): 'Whole' | 'Rising' | null {
  const limit = limits[index] ?? null
  const before = limits[index - 1] ?? null
  if (limit === null || !isWhole(limit, caseOptionLimits.scoreLimits)) return 'Whole'
  return before !== null && limit <= before ? 'Rising' : null
}

/** What is wrong with the numbers, each with its range. */
function rangeErrors(form: OptionForm): FormErrors<OptionForm> {
  const errors: FormErrors<OptionForm> = {}
  for (const option of wholeOptions) {
    const value = form[option]
    const range = optionRanges[option]
    // No number of extensions is no limit.
    if (value === null ? option !== 'maxExtensions' : !isWhole(value, range))
      errors[option] = { id: 'Admin.Options.Problem.Whole', values: range }
  }
  const wrong = form.scoreLimits.map((_, index) => scoreLimitProblem(form.scoreLimits, index)).find(Boolean)
  if (wrong) errors.scoreLimits = { id: `Admin.Options.Problem.${wrong}`, values: caseOptionLimits.scoreLimits }
  return errors
}

/** The message for a list of texts: which kind of fault it has is told at the entries themselves. */
const listProblem = {
  required: 'Admin.Options.Problem.Empty',
  invalid: 'Admin.Options.Problem.Texts',
  tooMany: 'Admin.Options.Problem.Many',
}

const rules = {
  schema: caseOptionSettingsSchema,
  toBody: optionBody,
  messages: {
    'externalLinks.*.name': { required: 'Admin.Options.Problem.LinkName' },
    'externalLinks.*.url': { required: 'Admin.Options.Problem.Link', invalid: 'Admin.Options.Problem.Link' },
    'externalLinks.*.field': {
      required: 'Admin.Options.Problem.LinkField',
      invalid: 'Admin.Options.Problem.LinkField',
    },
    'costs.hourlyCostUsd': 'Admin.Options.Problem.Cost',
    'costs.margin': 'Admin.Options.Problem.Margin',
    'listReasons.Safe': { ...listProblem, tooLong: listProblem.invalid },
    'listReasons.Block': { ...listProblem, tooLong: listProblem.invalid },
    'listReasons.Watch': { ...listProblem, tooLong: listProblem.invalid },
    'listReasons.Remove': { ...listProblem, tooLong: listProblem.invalid },
    tags: { ...listProblem, tooLong: listProblem.invalid },
  },
  rules: rangeErrors,
} as const

/** Validates the options as the service does. */
export const optionResolver = contractResolver<OptionForm, typeof caseOptionSettingsSchema, CaseOptionSettings>(rules)

/** What is wrong with the options, by field. */
export const optionErrors = (form: OptionForm): FormErrors<OptionForm> =>
  validateValues<OptionForm, typeof caseOptionSettingsSchema, CaseOptionSettings>(form, rules)
