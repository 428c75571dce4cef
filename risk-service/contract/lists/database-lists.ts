import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { callPerformanceSchema } from '../external-calls/call-metrics.ts'
import { customListSchema } from './custom-lists.ts'
import {
  databaseColumnsSchema,
  databaseListSchema,
  databaseSchema,
  listConnectionSchema,
} from './database-list-inputs.ts'

/*
 * Database lists: custom lists whose rows stay in a database of the customer. Only the definition is stored here, and
 * every lookup of a rule queries the database. The connection string is write-only.
 */

const documents = z.array(z.record(z.string(), z.string()))
const databaseListsPath = `${environmentRoute}/lists/database`
const listInput = environmentInput.extend({ listId: uuid })

export const databaseListsContract = {
  test: procedure
    .route({
      method: 'POST',
      path: `${databaseListsPath}/test`,
      summary: 'Reach a database and name its containers',
    })
    .input(environmentInput.extend({ listId: uuid.optional(), connection: databaseSchema }))
    .output(z.object({ containers: z.array(z.string()) })),
  preview: procedure
    .route({
      method: 'POST',
      path: `${databaseListsPath}/preview`,
      summary: 'Columns of the first document of a container, and its first rows',
    })
    .input(
      environmentInput.extend({
        listId: uuid.optional(),
        connection: listConnectionSchema,
        columns: databaseColumnsSchema.optional(),
      }),
    )
    .output(z.object({ columns: z.array(z.string()), rows: documents })),
  create: procedure
    .route({
      method: 'POST',
      path: databaseListsPath,
      summary: 'New list whose rows are in a database',
      successStatus: 201,
      description: 'The caller gives the id: repeating a call is safe.',
    })
    .input(
      listInput.extend({
        name: databaseListSchema.shape.name,
        description: databaseListSchema.shape.description.default(''),
        connection: listConnectionSchema,
        columns: databaseColumnsSchema,
      }),
    )
    .output(customListSchema),
  get: procedure
    .route({
      method: 'GET',
      path: `${databaseListsPath}/{listId}`,
      summary: 'Where the rows of a list are; without its secret',
    })
    .input(listInput)
    .output(z.object({ connection: listConnectionSchema, columns: z.array(z.string()), version: z.number().int() })),
  rows: procedure
    .route({
      method: 'GET',
      path: `${databaseListsPath}/{listId}/rows`,
      summary: 'The first rows of a list as its database has them now',
    })
    .input(listInput)
    .output(z.object({ columns: z.array(z.string()), rows: documents })),
  update: procedure
    .route({
      method: 'PUT',
      path: `${databaseListsPath}/{listId}`,
      summary: 'Change where the rows of a list are, and its columns',
    })
    .input(
      listInput.extend({
        connection: listConnectionSchema,
        columns: databaseColumnsSchema,
        baseVersion: z.number().int().min(1),
      }),
    )
    .output(customListSchema),
  performance: procedure
    .route({
      method: 'GET',
      path: `${databaseListsPath}/{listId}/performance`,
      summary: 'Questions to the database of a list over time, and their errors',
    })
    .input(listInput.extend({ from: z.iso.datetime({ offset: true }), to: z.iso.datetime({ offset: true }) }))
    .output(callPerformanceSchema),
}
