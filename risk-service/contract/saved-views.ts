import { z } from 'zod'
import { assessmentKeySchema, uuid } from './common/entities.ts'
import { environmentInput, environmentRoute, procedure } from './common/procedure.ts'
import { watchLimits } from './common/search-fields.ts'
import { searchFilterSchema } from './search/search.ts'

/** Lists with saved views; each requires a capability of its own. */
export const viewAreas = ['search', 'graph'] as const
export const viewLimits = { own: 50, shared: 200, stateSize: 16_384 } as const

/** Outer spaces and the encoding of accents do not make a name different; invisible characters are not allowed. */
export const viewNameSchema = z
  .string()
  .transform(name => name.normalize('NFC').trim().replace(/\s+/gu, ' '))
  .pipe(
    z
      .string()
      .min(1)
      .max(100)
      // With characters that reverse or hide others a name looks like another one; joiners belong to words.
      .refine(
        name => !/[\p{Cc}\p{Bidi_Control}\u200B\u2060\uFEFF]/u.test(name),
        'A name has no control characters and no invisible ones.',
      ),
  )

const watchFields = {
  /** The owner is notified when more than this number of events is found. */
  results: z.number().int().min(0).max(watchLimits.results),
  /** Hours in which they are counted. */
  hours: z.number().int().min(1).max(watchLimits.hours),
}
export const watchSchema = z.object({
  ...watchFields,
  /** Null: it is checked every hour; else why it ended: the owner may not search any more, or the search is invalid. */
  ended: z.enum(['access', 'search']).nullable(),
})
export type SearchWatch = z.infer<typeof watchSchema>

export const savedViewSchema = z.object({
  id: uuid,
  name: z.string(),
  /** Visible to everybody who may search this environment. */
  shared: z.boolean(),
  /** Owned by the caller, who alone may change it. */
  own: z.boolean(),
  ownerName: z.string(),
  /** The caller may remove it: their own, or a shared one as administrator of search. */
  removable: z.boolean(),
  /** The view that the caller starts with here. */
  isDefault: z.boolean(),
  /** Query and layout of the list, in a form that the list itself reads. */
  state: z.record(z.string(), z.unknown()),
  /** The owner is notified of new results; null where nobody is, and for views of others. */
  watch: watchSchema.nullable(),
  version: z.number().int(),
  updatedAt: z.iso.datetime(),
})
export type SavedViewRecord = z.infer<typeof savedViewSchema>

const area = z.enum(viewAreas)
export type ViewArea = z.infer<typeof area>
const areaInput = environmentInput.extend({ area })
const viewInput = areaInput.extend({ viewId: uuid })
const views = z.array(savedViewSchema)

export const savedViewsContract = {
  list: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/views/{area}`,
      summary: 'The caller’s views of a list and the shared ones, by name',
    })
    .input(areaInput)
    .output(views),
  save: procedure
    .route({
      method: 'PUT',
      path: `${environmentRoute}/views/{area}/{viewId}`,
      summary: 'Make or change a view of the caller',
      description: 'The caller gives the id. `baseVersion` is 0 for a new view; repeating a call is safe.',
    })
    .input(
      viewInput.extend({
        name: viewNameSchema,
        shared: z.boolean(),
        baseVersion: z.number().int().min(0),
        state: z
          .record(z.string().max(100), z.unknown())
          .refine(state => JSON.stringify(state).length <= viewLimits.stateSize, 'This view is too large.'),
      }),
    )
    .output(savedViewSchema),
  watch: procedure
    .route({
      method: 'PUT',
      path: `${environmentRoute}/views/{area}/{viewId}/watch`,
      summary: 'Be notified when a saved search of the caller has new results, or no longer',
      description: 'The search is checked every hour at most.',
    })
    .input(
      viewInput.extend({
        /** Only searches have results that are counted. */
        area: z.literal('search'),
        /** Null: no longer. */
        watch: z
          .object({
            ...watchFields,
            eventType: assessmentKeySchema,
            /** The conditions of the search; its period gives way to the hours. */
            filter: searchFilterSchema,
          })
          .nullable(),
      }),
    )
    .output(savedViewSchema),
  remove: procedure
    .route({ method: 'DELETE', path: `${environmentRoute}/views/{area}/{viewId}`, summary: 'Delete a view' })
    .input(viewInput)
    .output(z.object({ deleted: z.boolean() })),
  setDefault: procedure
    .route({
      method: 'PUT',
      path: `${environmentRoute}/views/{area}/default`,
      summary: 'Choose the view that the caller starts with, or none',
    })
    .input(areaInput.extend({ viewId: uuid.nullable() }))
    .output(views),
}
