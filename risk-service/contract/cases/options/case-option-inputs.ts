import { z } from 'zod'
import { scoreLimitsSchema } from '../../common/score-limits.ts'
import { maskingProfileSchema } from '../../personal-data/masking-profile.ts'
import { statusReasons } from '../../support/support-definitions.ts'
import { caseLimits } from '../case-definitions.ts'
import { reportCostsSchema } from '../case-saving.ts'
import { tagSchema } from '../quick-decisions.ts'
import {
  defaultScoreLimits,
  caseOptionLimits as limits,
  linkIcons,
  listChanges,
  maturityDays,
  nextCaseModes,
} from './case-option-definitions.ts'

const whole = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max)

/** Texts of which no two are equal, without regard to case. */
const distinct = (text: z.ZodType<string>, most: number) =>
  z
    .array(text)
    .max(most)
    .superRefine((texts, context) => {
      const folded = texts.map(each => String(each).toLowerCase())
      folded.forEach((each, index) => {
        if (folded.indexOf(each) < index)
          context.addIssue({ code: 'custom', path: [index], message: 'This text is in the list already.' })
      })
    })

/** Whether a text is an https address without a user name, with exactly one # that stands for the value. */
function isLinkTemplate(text: string): boolean {
  // The host must not depend on the value: # stands in path, query or fragment.
  if (!/^https:\/\/[^/?#\\\s@]+[/?][^#\s]*#[^#\s]*$/i.test(text)) return false
  return URL.canParse(text.replace('#', 'value'))
}

/** A link on the page of an event to another application. */
const externalLinkSchema = z.object({
  name: z.string().trim().min(1).max(limits.linkName),
  icon: z.enum(linkIcons).default('link'),
  /** Address in which one # stands for the value. */
  url: z
    .string()
    .trim()
    .min(1)
    .max(limits.linkUrl)
    .refine(isLinkTemplate, { message: 'Use an https address with exactly one #.' }),
  /** Path of the value in the event, such as `user.email` or `productList.0.sku`. */
  field: z
    .string()
    .trim()
    .min(1)
    .max(limits.linkField)
    .regex(/^\w+(?:\.\w+)*$/, 'Use names that are separated by dots, such as user.email.'),
})
export type ExternalLink = z.infer<typeof externalLinkSchema>

const reasons = distinct(z.string().trim().min(1).max(limits.listReason), limits.listReasons)
  .min(1, 'At least one reason is needed.')
  .default([...statusReasons])

/** Options of a tenant that stand together in one setting; what is absent has its default. */
export const caseOptionsSchema = z.object({
  /** The statuses Pending and Unknown of a merchant do not make a review unnecessary. */
  interimStatuses: z.boolean().default(false),
  /** Managers may replace a decision within 24 hours. */
  corrections: z.boolean().default(false),
  /** Seconds to answer whether a review goes on. */
  countdownSeconds: whole(limits.countdownSeconds).default(caseLimits.countdownMs / 1000),
  /** Extensions of one review; null: no limit. */
  maxExtensions: whole(limits.maxExtensions).nullable().default(null),
  /** Seconds in which a decision can be taken back. */
  undoSeconds: whole({ min: 0, max: caseLimits.maxUndoSeconds }).default(caseLimits.undoSeconds),
  nextCase: z.enum(nextCaseModes).default('user'),
  /** Days after which silence about an approved event counts as good, where the report names no others. */
  maturityDays: z.literal(maturityDays).default(90),
  /** Kilometres above which two places of an event are far apart. */
  farKm: whole(limits.farKm).default(500),
  scoreLimits: scoreLimitsSchema.default(defaultScoreLimits),
  /** Reasons on offer for a change of a support list. */
  listReasons: z
    .object(Object.fromEntries(listChanges.map(change => [change, reasons])) as Record<ListChangeName, typeof reasons>)
    .prefault({}),
  externalLinks: z.array(externalLinkSchema).max(limits.links).default([]),
  /** Words that are suggested as tags. */
  tags: distinct(tagSchema, limits.tags).default([]),
})
type ListChangeName = (typeof listChanges)[number]
export type CaseOptions = z.infer<typeof caseOptionsSchema>

/** Everything that the page of options changes together: the options, what reviews cost, and who sees masked values. */
export const caseOptionSettingsSchema = caseOptionsSchema.extend({
  costs: reportCostsSchema,
  masking: maskingProfileSchema.default({}),
})
export type CaseOptionSettings = z.infer<typeof caseOptionSettingsSchema>
