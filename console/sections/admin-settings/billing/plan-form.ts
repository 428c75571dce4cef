import { type MeteredCapability, type Plan, planLimits } from '@assay/risk-service/contract'
import { contractResolver } from '../../../platform/forms/contract-resolver.ts'
import { planSchema } from '../../../platform/forms/contract-schemas.ts'

/** A plan as its fields show it: a date may be missing while somebody types. */
export interface PlanForm {
  name: string
  startsOn: string | null
  cycleMonths: number
  endsOn: string | null
  purchased: Record<MeteredCapability, number | null>
  monthlyCost: number | null
}

export const planBody = ({ startsOn, name, ...form }: PlanForm): Plan => ({
  ...form,
  name: name.trim(),
  startsOn: startsOn ?? '',
})

/** Validates a plan as the service does. */
export const planResolver = contractResolver<PlanForm, typeof planSchema, Plan>({
  schema: planSchema,
  toBody: planBody,
  messages: {
    name: { tooLong: 'Common.TooLong' },
    startsOn: 'Billing.Problem.StartsOn',
    endsOn: 'Billing.Problem.EndsOn',
    'purchased.purchase': 'Billing.Problem.Units',
    'purchased.account': 'Billing.Problem.Units',
    'purchased.lossPrevention': 'Billing.Problem.Units',
    monthlyCost: 'Admin.Options.Problem.Cost',
  },
})

export const cycleLengths = planLimits.cycleMonths
