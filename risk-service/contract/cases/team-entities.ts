import { z } from 'zod'
import { isTimeZone } from '../common/days.ts'
import { uuid } from '../common/entities.ts'
import { caseLimits } from './case-definitions.ts'
import { personSchema } from './queue-entities.ts'

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time as HH:MM.')

/** When a person works. `until` at or before `from` is on the next day. */
export const workingHoursSchema = z.object({
  timeZone: z.string().max(100).refine(isTimeZone, 'This is no time zone of the IANA database.'),
  /** Days on which the work begins, 1 Monday to 7 Sunday. */
  days: z.array(z.number().int().min(1).max(7)).min(1, 'Choose at least one day.').max(7),
  from: clockTime,
  until: clockTime,
})
export type WorkingHours = z.infer<typeof workingHoursSchema>

const names = (schema: z.ZodString) => z.array(schema).max(caseLimits.skills).default([])
/** Cases that a person knows about. What is empty says nothing about a case. */
export const skillsSchema = z.object({
  countries: names(z.string().regex(/^[A-Z]{2}$/, 'A country is two capital letters.')),
  languages: names(z.string().regex(/^[a-z]{2,3}$/, 'A language is two or three small letters.')),
  /** Amounts in US cents, with both ends; null: no such end. */
  minAmountUsd: z.number().int().min(0).nullable().default(null),
  maxAmountUsd: z.number().int().min(0).nullable().default(null),
  categories: names(z.string().trim().min(1).max(caseLimits.name)),
  tags: names(z.string().trim().min(1).max(caseLimits.tag)),
})
export type ReviewerSkills = z.infer<typeof skillsSchema>

/** What a person says about being there. */
export const availabilitySchema = z.object({
  away: z.boolean(),
  /** Null: at any time. */
  hours: workingHoursSchema.nullable(),
})
/** What managers say about a person. */
export const capacitySchema = z.object({
  /** With this many open cases, a person gets no further one from the service. */
  openCases: z.number().int().min(1).max(caseLimits.maxOpenCases),
  skills: skillsSchema.refine(
    ({ minAmountUsd: min, maxAmountUsd: max }) => min === null || max === null || min <= max,
    { path: ['maxAmountUsd'], message: 'The highest amount is below the lowest.' },
  ),
})

/** A person in the work on cases of one environment. */
export const teamMemberSchema = availabilitySchema.extend({
  ...personSchema.shape,
  ...capacitySchema.shape,
  username: z.string(),
  /** Within the working hours and not away. */
  present: z.boolean(),
  /** Cases that the person reviews, and that are reserved for the person. */
  load: z.number().int(),
})
export type TeamMember = z.infer<typeof teamMemberSchema>

export const reviewerGroupSchema = z.object({
  id: uuid,
  name: z.string(),
  members: z.array(personSchema),
  version: z.number().int(),
  updatedBy: z.string().nullable(),
  updatedAt: z.iso.datetime(),
  /** Queues that name it. */
  queues: z.array(personSchema),
})
export type ReviewerGroup = z.infer<typeof reviewerGroupSchema>
