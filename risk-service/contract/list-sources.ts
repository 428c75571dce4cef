import { z } from 'zod'
import { base, env, inEnvironment } from './base.ts'
import { uuid } from './entities.ts'
import { callPerformanceSchema, secretSchema } from './external-calls.ts'
import { listLimits } from './list-rules.ts'
import { customListSchema, listNameSchema } from './lists.ts'

/*
 * Custom lists whose rows stay in a database of the customer (10 section 5.2): the definition alone is kept here, and
 * every question of a rule goes there. The connection string is written once and never read back.
 */

const visible = (text: string) => !/\p{Cc}/u.test(text)
const databaseName = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine(text => visible(text) && !/[/\\#?]/.test(text), 'A name has no slashes, question marks and number signs.')
const column = z.string().min(1).max(255).refine(visible, 'A name has no control characters.')

const reachSchema = z.object({
  kind: z.literal('cosmos'),
  account: z.string().trim().min(1).max(50),
  database: databaseName,
  timeoutMs: z.number().int().min(1).max(5000),
  secret: secretSchema,
})
export const listConnectionSchema = reachSchema.extend({ container: databaseName })
export type ListConnection = z.infer<typeof listConnectionSchema>

/** Columns that rules can name. */
export const sourceColumnsSchema = z
  .array(column)
  .min(1)
  .max(listLimits.sourceColumns)
  .refine(
    names => new Set(names.map(name => name.trim().toLowerCase())).size === names.length,
    'Columns have different names.',
  )
const documents = z.array(z.record(z.string(), z.string()))
const path = `${env}/lists/custom`
const oneList = inEnvironment.extend({ listId: uuid })
const description = z.string().trim().max(listLimits.description)

export const listSourcesContract = {
  test: base
    .route({ method: 'POST', path: `${path}/sources/test`, summary: 'Reach a database and name its containers' })
    .input(inEnvironment.extend({ listId: uuid.optional(), connection: reachSchema }))
    .output(z.object({ containers: z.array(z.string()) })),
  preview: base
    .route({
      method: 'POST',
      path: `${path}/sources/preview`,
      summary: 'Columns of the first document of a container, and its first rows',
    })
    .input(
      inEnvironment.extend({
        listId: uuid.optional(),
        connection: listConnectionSchema,
        columns: sourceColumnsSchema.optional(),
      }),
    )
    .output(z.object({ columns: z.array(z.string()), rows: documents })),
  create: base
    .route({
      method: 'POST',
      path: `${path}/sources`,
      summary: 'New list whose rows are in a database',
      successStatus: 201,
      description: 'The caller gives the id: repeating a call is safe.',
    })
    .input(
      oneList.extend({
        name: listNameSchema,
        description: description.default(''),
        connection: listConnectionSchema,
        columns: sourceColumnsSchema,
      }),
    )
    .output(customListSchema),
  get: base
    .route({
      method: 'GET',
      path: `${path}/{listId}/source`,
      summary: 'Where the rows of a list are; without its secret',
    })
    .input(oneList)
    .output(z.object({ connection: listConnectionSchema, columns: z.array(z.string()), version: z.number().int() })),
  rows: base
    .route({
      method: 'GET',
      path: `${path}/{listId}/source/rows`,
      summary: 'The first rows of a list as its database has them now',
    })
    .input(oneList)
    .output(z.object({ columns: z.array(z.string()), rows: documents })),
  update: base
    .route({
      method: 'PUT',
      path: `${path}/{listId}/source`,
      summary: 'Change where the rows of a list are, and its columns',
    })
    .input(
      oneList.extend({
        connection: listConnectionSchema,
        columns: sourceColumnsSchema,
        baseVersion: z.number().int().min(1),
      }),
    )
    .output(customListSchema),
  performance: base
    .route({
      method: 'GET',
      path: `${path}/{listId}/performance`,
      summary: 'Questions to the database of a list over time, and their errors',
    })
    .input(oneList.extend({ from: z.iso.datetime({ offset: true }), to: z.iso.datetime({ offset: true }) }))
    .output(callPerformanceSchema),
}
