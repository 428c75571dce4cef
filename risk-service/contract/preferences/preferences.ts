import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { procedure } from '../common/procedure.ts'
import {
  caseKeyPattern,
  contrastChoices,
  densityChoices,
  themeChoices,
  tourStates,
  usageDataChoices,
} from './preference-definitions.ts'

/** Whether a zone is in the IANA database and this runtime can calculate with it. */
function isTimeZone(zone: string): boolean {
  // Offsets such as +01:00 are no places: they have no summer time.
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const name = z.string().min(1).max(100)
const columns = z.array(name).max(200)
const limitedRecord = <Value extends z.ZodType>(value: Value, most: number) =>
  z.record(name, value).refine(entries => Object.keys(entries).length <= most, `At most ${most} entries are kept.`)

/** The layout of a table as the user left it. A missing member is as the table defines it. */
export const tablePreferenceSchema = z.strictObject({
  order: columns.optional(),
  visibility: limitedRecord(z.boolean(), 200).optional(),
  pinned: z.strictObject({ start: columns, end: columns }).optional(),
  /** Pixels. */
  sizes: limitedRecord(z.number().positive().max(10_000), 200).optional(),
  /** Null follows the page. */
  density: z.enum(densityChoices).nullable().optional(),
})
export type TablePreference = z.infer<typeof tablePreferenceSchema>

export const tourPreferenceSchema = z.strictObject({ state: z.enum(tourStates), step: z.number().int().min(0).max(20) })
export type TourPreference = z.infer<typeof tourPreferenceSchema>

/** Null follows the browser, where null is allowed. */
export const preferencesSchema = z.strictObject({
  theme: z.enum(themeChoices).nullable(),
  density: z.enum(densityChoices).nullable(),
  contrast: z.enum(contrastChoices).nullable(),
  language: z
    .string()
    .max(35)
    .regex(/^[A-Za-z]{2,4}(-[A-Za-z0-9]{2,8})*$/)
    .nullable(),
  timeZone: z.string().max(64).refine(isTimeZone, 'This is no time zone of the IANA database.').nullable(),
  /** A path of the console, without a query. */
  startPage: z
    .string()
    .max(200)
    .regex(/^\/(?!\/)[\w\-./]*$/)
    .nullable(),
  /** Shortcuts without Control, Alt or Command are enabled. */
  shortcutsEnabled: z.boolean(),
  /** Keys of commands on the page of a case that differ from their first ones, by the id of the command. */
  caseKeys: z
    .record(z.string().min(1).max(200), z.string().regex(caseKeyPattern))
    .refine(
      keys => Object.keys(keys).length <= 100 && new Set(Object.values(keys)).size === Object.keys(keys).length,
      'At most 100 commands have keys of their own, and no two the same.',
    ),
  /** After a decision the next case opens by itself. */
  autoAdvance: z.boolean(),
  /** Names of cards on the page of an event that are closed. */
  closedCards: z.array(name).max(50),
  usageData: z.enum(usageDataChoices),
  /** Null follows the width of the window. */
  navigationCollapsed: z.boolean().nullable(),
  favouriteEnvironments: z.array(uuid).max(200),
  /** Latest first. */
  recentEnvironments: z.array(uuid).max(20),
  /** Queries of the address of the search, latest first. */
  recentSearches: z.array(z.string().min(1).max(4000)).max(20),
  /** Names of cards and hints that were dismissed for good. */
  dismissed: z.array(name).max(200),
  tables: limitedRecord(tablePreferenceSchema, 100),
  tours: limitedRecord(tourPreferenceSchema, 50),
})
export type Preferences = z.infer<typeof preferencesSchema>

/**
 * The members that change. Tables and tours change one by one, and null deletes one; all other members are replaced.
 */
export const preferencesPatchSchema = preferencesSchema.partial().extend({
  tables: limitedRecord(tablePreferenceSchema.nullable(), 100).optional(),
  tours: limitedRecord(tourPreferenceSchema.nullable(), 50).optional(),
})
export type PreferencesPatch = z.infer<typeof preferencesPatchSchema>

export const storedPreferencesSchema = z.object({ version: z.number().int(), preferences: preferencesSchema })
export type StoredPreferences = z.infer<typeof storedPreferencesSchema>

export const preferencesContract = {
  get: procedure
    .route({ method: 'GET', path: '/preferences', summary: 'What the caller chose, defaults included' })
    .output(storedPreferencesSchema),
  update: procedure
    .route({
      method: 'PATCH',
      path: '/preferences',
      summary: 'Change some of the caller’s preferences',
      description:
        'Refused with 409 when they were changed since `baseVersion`, unless the change is there already: repeating a call is safe.',
    })
    .input(z.object({ baseVersion: z.number().int().min(0), changes: preferencesPatchSchema }))
    .output(storedPreferencesSchema),
}
