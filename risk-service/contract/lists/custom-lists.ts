import { z } from 'zod'
import { dependentSchema, listIssueSchema, uuid, versionInPath } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { listLimits } from './list-definitions.ts'
import { file, listNameSchema, page } from './list-inputs.ts'

const time = z.iso.datetime({ offset: true })
const count = z.number().int()

const descriptionSchema = z.string().trim().max(listLimits.description)

/** A dependent of a list, with the columns that it names, as it writes them. */
export const listDependentSchema = dependentSchema.extend({ columns: z.array(z.string()) })
export type ListDependent = z.infer<typeof listDependentSchema>

export const customListSchema = z.object({
  id: uuid,
  name: z.string(),
  description: z.string(),
  source: z.enum(['csv', 'cosmos']),
  columns: z.array(z.string()),
  rows: count,
  /** Bytes of the file; 0, like the number of rows, for a list whose rows are in a database. */
  size: count,
  /** `activating` until rules read the version; `error` when the file could not be read. */
  status: z.enum(['activating', 'active', 'error']),
  version: count,
  createdAt: time,
  updatedBy: z.string(),
  updatedAt: time,
})
export type CustomList = z.infer<typeof customListSchema>

/** `row` is the number of the row in the file: the header is 1. */
export const listRowSchema = z.object({ row: count, cells: z.array(z.string()) })
export type ListRow = z.infer<typeof listRowSchema>

export const listVersionSchema = z.object({
  version: count,
  columns: z.array(z.string()),
  rows: count,
  size: count,
  fileName: z.string(),
  /** Version whose file was restored. */
  restoredFrom: count.nullable(),
  updatedBy: z.string(),
  updatedAt: time,
  /** The file is still stored: it can be downloaded and restored. */
  stored: z.boolean(),
})
export type ListVersion = z.infer<typeof listVersionSchema>

export type ListIssue = z.infer<typeof listIssueSchema>

export const listPreviewSchema = z.object({
  columns: z.array(z.string()),
  rows: count,
  size: count,
  /** The first rows. */
  preview: z.array(listRowSchema),
  /** At most a hundred; a single one is enough to refuse the file. */
  problems: z.array(listIssueSchema),
})
export type ListPreview = z.infer<typeof listPreviewSchema>

const listIds = z.array(uuid).min(1).max(100)
const listInput = environmentInput.extend({ listId: uuid })
const customListsPath = `${environmentRoute}/lists/custom`

/** Lists that a tenant uploads as CSV files. */
export const customListsContract = {
  list: procedure
    .route({ method: 'GET', path: customListsPath, summary: 'Custom lists of the environment' })
    .input(
      environmentInput.extend({
        search: z.string().trim().max(100).default(''),
        sort: z.enum(['name', 'updatedAt', 'rows']).default('name'),
        direction: z.enum(['asc', 'desc']).default('asc'),
        ...page,
      }),
    )
    .output(z.object({ rows: z.array(customListSchema), total: count, nextCursor: z.string().nullable() })),
  get: procedure
    .route({ method: 'GET', path: `${customListsPath}/{listId}`, summary: 'A custom list with its first rows' })
    .input(listInput)
    .output(customListSchema.extend({ preview: z.array(listRowSchema) })),
  rows: procedure
    .route({
      method: 'GET',
      path: `${customListsPath}/{listId}/rows`,
      summary: 'Rows of a custom list, or those with a text in any cell',
    })
    .input(
      listInput.extend({
        search: z.string().trim().max(200).default(''),
        version: versionInPath.min(1).optional(),
        ...page,
      }),
    )
    .output(
      z.object({
        columns: z.array(z.string()),
        rows: z.array(listRowSchema),
        matches: count,
        nextCursor: z.string().nullable(),
      }),
    ),
  check: procedure
    .route({
      method: 'POST',
      path: `${customListsPath}/check`,
      summary: 'Read a file as an upload would, without keeping it',
    })
    .input(environmentInput.extend({ file, listId: uuid.optional() }))
    .output(listPreviewSchema),
  create: procedure
    .route({
      method: 'POST',
      path: customListsPath,
      summary: 'New custom list',
      successStatus: 201,
      description: 'The caller gives the id: repeating a call is safe.',
    })
    .input(listInput.extend({ name: listNameSchema, description: descriptionSchema.default(''), file }))
    .output(customListSchema),
  replace: procedure
    .route({
      method: 'PUT',
      path: `${customListsPath}/{listId}/file`,
      summary: 'Replace the whole file of a list: a new version',
    })
    .input(listInput.extend({ file, baseVersion: z.coerce.number().int().min(1) }))
    .output(customListSchema),
  append: procedure
    .route({
      method: 'POST',
      path: `${customListsPath}/{listId}/values`,
      summary: 'Add values to a column of a list, each once: a new version',
    })
    .input(
      listInput.extend({
        column: z.string().trim().min(1).max(listLimits.header),
        values: z.array(z.string().trim().min(1).max(listLimits.value)).min(1).max(listLimits.values),
      }),
    )
    .output(z.object({ added: count, unchanged: count })),
  describe: procedure
    .route({ method: 'PATCH', path: `${customListsPath}/{listId}`, summary: 'Change the description of a list' })
    .input(listInput.extend({ description: descriptionSchema }))
    .output(customListSchema),
  versions: procedure
    .route({
      method: 'GET',
      path: `${customListsPath}/{listId}/versions`,
      summary: 'Versions of a list, the latest first',
    })
    .input(listInput)
    .output(z.array(listVersionSchema)),
  restore: procedure
    .route({
      method: 'POST',
      path: `${customListsPath}/{listId}/restore`,
      summary: 'Put the file of an earlier version into force again: a new version',
    })
    .input(listInput.extend({ version: versionInPath.min(1), baseVersion: count.min(1) }))
    .output(customListSchema),
  download: procedure
    .route({ method: 'POST', path: `${customListsPath}/download`, summary: 'The file of a list, or a zip of several' })
    .input(environmentInput.extend({ listIds, version: versionInPath.min(1).optional() }))
    .output(file),
  remove: procedure
    .route({
      method: 'POST',
      path: `${customListsPath}/remove`,
      summary: 'Delete lists; one alone that is in use is refused, among several it is kept and named',
    })
    .input(environmentInput.extend({ listIds }))
    .output(
      z.object({
        deleted: z.array(uuid),
        inUse: z.array(z.object({ listId: uuid, name: z.string(), users: z.array(listDependentSchema) })),
      }),
    ),
  dependents: procedure
    .route({ method: 'GET', path: `${customListsPath}/{listId}/dependents`, summary: 'What uses a list' })
    .input(listInput)
    .output(z.array(listDependentSchema)),
}
