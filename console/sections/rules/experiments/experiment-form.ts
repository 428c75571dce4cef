import { contractResolver } from '../../../platform/forms/contract-resolver.ts'
import { startExperimentSchema } from '../../../platform/forms/contract-schemas.ts'
import { type experimentDurations, experimentEnd } from '../branch.ts'

/** Fields of an experiment that is started. */
export interface ExperimentForm {
  name: string
  /** Percent of the production traffic; null while the field is empty. */
  share: number | null
  /** 0: it runs until a user stops it. */
  hours: (typeof experimentDurations)[number]
  callExternal: boolean
}

export const experimentResolver = contractResolver({
  schema: startExperimentSchema,
  toBody: ({ name, share, hours, callExternal }: ExperimentForm) => ({
    name: name.trim(),
    // No number is refused as a wrong one is.
    share: share ?? Number.NaN,
    endsAt: experimentEnd(hours, Date.now()),
    callExternal,
  }),
  messages: {
    name: { required: 'Rules.Branch.Issue.empty', tooLong: 'Rules.Branch.Issue.long' },
    share: 'Rules.Experiment.ShareIssue',
  },
})
