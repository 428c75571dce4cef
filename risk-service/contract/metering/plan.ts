import { z } from 'zod'
import { meteredCapabilities, planLimits } from './metering-definitions.ts'

const day = z.iso.date()
const units = z.number().int().min(0).max(planLimits.purchased).nullable()

/** The plan of a tenant. Nobody sells an installation of one's own: its administrators enter what they agreed on. */
export const planSchema = z
  .object({
    /** Empty: the plan of an installation without a contract. */
    name: z.string().trim().max(planLimits.name).default(''),
    /** First day of a cycle; others follow it and come before it. */
    startsOn: day,
    cycleMonths: z
      .number()
      .int()
      .refine(months => (planLimits.cycleMonths as readonly number[]).includes(months), {
        message: `Use one of ${planLimits.cycleMonths.join(', ')} months.`,
      }),
    /** Last day of the plan; null: it is renewed with each cycle. */
    endsOn: day.nullable().default(null),
    /** Units of a cycle by capability; null: no limit was agreed on. */
    purchased: z.object(
      Object.fromEntries(meteredCapabilities.map(each => [each, units])) as Record<
        (typeof meteredCapabilities)[number],
        typeof units
      >,
    ),
    /** What the installation costs a month, in dollars; null: the prices of the table count. */
    monthlyCost: z.number().min(0).max(planLimits.monthlyCost).nullable().default(null),
  })
  .refine(({ startsOn, endsOn }) => endsOn === null || endsOn > startsOn, {
    path: ['endsOn'],
    message: 'The plan ends after its first day.',
  })
export type Plan = z.output<typeof planSchema>
