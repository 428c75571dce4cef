import { z } from 'zod'
import { base, env, inEnvironment } from './base.ts'
import { uuid } from './entities.ts'

/** Lists whose views are kept; each opens with a capability of its own. */
export const viewAreas = ['search'] as const
export const viewLimits = { own: 50, shared: 200, stateSize: 16_384 } as const

/** Spaces around a name and its way of writing accents make no other name; signs that cannot be seen are none. */
export const viewNameSchema = z
  .string()
  .transform(name => name.normalize('NFC').trim().replace(/\s+/gu, ' '))
  .pipe(
    z
      .string()
      .min(1)
      .max(100)
      .refine(name => !/\p{Cc}/u.test(name), 'A name has no control characters.'),
  )

export const savedViewSchema = z.object({
  id: uuid,
  name: z.string(),
  /** Seen by everybody who may search this environment. */
  shared: z.boolean(),
  /** Of the caller, who alone may change it. */
  own: z.boolean(),
  ownerName: z.string(),
  /** The caller may take it away: their own, or a shared one as administrator of search. */
  removable: z.boolean(),
  /** The caller starts with it here. */
  isDefault: z.boolean(),
  /** What the list is asked and how it looks: the list knows how to read it. */
  state: z.record(z.string(), z.unknown()),
  version: z.number().int(),
  updatedAt: z.iso.datetime(),
})
export type SavedViewRecord = z.infer<typeof savedViewSchema>

const area = z.enum(viewAreas)
export type ViewArea = z.infer<typeof area>
const inArea = inEnvironment.extend({ area })
const oneView = inArea.extend({ viewId: uuid })
const views = z.array(savedViewSchema)

export const savedViewsContract = {
  list: base
    .route({
      method: 'GET',
      path: `${env}/views/{area}`,
      summary: 'The caller’s views of a list and the shared ones, by name',
    })
    .input(inArea)
    .output(views),
  save: base
    .route({
      method: 'PUT',
      path: `${env}/views/{area}/{viewId}`,
      summary: 'Make or change a view of the caller',
      description: 'The caller gives the id. `baseVersion` is 0 for a new view; repeating a call is safe.',
    })
    .input(
      oneView.extend({
        name: viewNameSchema,
        shared: z.boolean(),
        baseVersion: z.number().int().min(0),
        state: z
          .record(z.string().max(100), z.unknown())
          .refine(state => JSON.stringify(state).length <= viewLimits.stateSize, 'This view is too large.'),
      }),
    )
    .output(savedViewSchema),
  remove: base
    .route({ method: 'DELETE', path: `${env}/views/{area}/{viewId}`, summary: 'Delete a view' })
    .input(oneView)
    .output(z.object({ deleted: z.boolean() })),
  setDefault: base
    .route({
      method: 'PUT',
      path: `${env}/views/{area}/default`,
      summary: 'Choose the view that the caller starts with, or none',
    })
    .input(inArea.extend({ viewId: uuid.nullable() }))
    .output(views),
}
