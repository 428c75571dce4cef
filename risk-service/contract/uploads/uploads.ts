import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { chunkCount, uploadDelimiters, uploadFailures, uploadLimits } from './upload-definitions.ts'
import { uploadAreas, uploadEntityNames } from './upload-entities.ts'
import { uploadFormatNames } from './upload-formats.ts'
import { uploadStates } from './upload-states.ts'

const digest = z.string().regex(/^[0-9a-f]{64}$/, 'A SHA-256 is 64 hexadecimal digits in lower case.')
const entityName = z.enum(uploadEntityNames)
const columnName = z.string().min(1).max(uploadLimits.columnName)
/** Milliseconds since 1970. */
const modifiedAt = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** The name of a file; folders before it are left out. */
const fileName = z
  .string()
  .transform(name => name.normalize('NFC').split(/[/\\]/).at(-1)?.trim() ?? '')
  .pipe(
    z
      .string()
      .max(uploadLimits.fileName)
      .refine(
        name => !/[\p{Cc}\p{Bidi_Control}\u200B\u2060\uFEFF]/u.test(name),
        'A name has no control characters and no invisible ones.',
      )
      .refine(name => /[^.]\.[ct]sv$/i.test(name), 'Choose a .csv or .tsv file.'),
  )

const entityFields = {
  entity: entityName,
  state: z.enum(uploadStates),
  /** The uploaded file, or the one that is being uploaded; null without one. */
  file: z
    .object({
      name: z.string(),
      /** Bytes. */
      size: z.number().int(),
      /** Rows of data; null until the upload is complete. */
      rows: z.number().int().nullable(),
      /** SHA-256 of the whole file; null until the upload is complete. */
      sha256: z.string().nullable(),
      hasHeader: z.boolean(),
      delimiter: z.enum(uploadDelimiters),
    })
    .nullable(),
  /** The upload that is under way; null in every state but Uploading. */
  upload: z
    .object({
      id: uuid,
      chunks: z.number().int(),
      received: z.number().int(),
      receivedBytes: z.number().int(),
      /** The caller began it, or continued it last. */
      own: z.boolean(),
      /** No chunk arrived for some minutes: others may continue or replace it. */
      idle: z.boolean(),
      /** When the last chunk arrived. */
      activeAt: z.iso.datetime(),
    })
    .nullable(),
  mapping: z.object({
    /** Number of attributes that need a column, and of those that have one. */
    required: z.number().int(),
    mapped: z.number().int(),
    /** A mapping is stored for the entity. */
    stored: z.boolean(),
    /** The mapping applies to the uploaded file; false: it is offered, and has to be saved first. */
    applies: z.boolean(),
  }),
  uploadedBy: z.string().nullable(),
  /** When the upload began. */
  uploadedAt: z.iso.datetime().nullable(),
  processedAt: z.iso.datetime().nullable(),
  /** Why the upload failed; null in every state but UploadFailed. */
  failure: z.enum(uploadFailures).nullable(),
  /** A file of the data type is checked or processed: neither file nor mapping can be changed. */
  busy: z.boolean(),
}

export const uploadSchema = z.object(entityFields)
export type Upload = z.infer<typeof uploadSchema>

export const uploadDetailSchema = uploadSchema.extend({
  /** Columns of the file in their order; null without a file. */
  columns: z.array(z.string()).nullable(),
  /** Numbers of the chunks that have not arrived; null in every state but Uploading. */
  missing: z.array(z.number().int()).nullable(),
  chunkSize: z.number().int(),
  /** The column of each attribute that has one, as last saved; empty without. */
  columnOf: z.record(z.string(), z.string()),
  /** The format, beside that of the upload, in which the values of an attribute are read, as last saved. */
  formats: z.record(z.string(), z.enum(uploadFormatNames)),
  /** Version of the mapping; 0: none is stored. */
  mappingVersion: z.number().int(),
})
export type UploadDetail = z.infer<typeof uploadDetailSchema>

const uploadsPath = `${environmentRoute}/uploads`
const entityPath = `${uploadsPath}/{entity}`
const entityInput = environmentInput.extend({ entity: entityName })
const uploadInput = entityInput.extend({ uploadId: uuid })

/** Uploaded files of an environment, one per entity: from the first chunk to the mapping of their columns. */
export const uploadsContract = {
  list: procedure
    .route({ method: 'GET', path: uploadsPath, summary: 'Data types with the state of each of their entities' })
    .input(environmentInput.extend({ area: z.enum(uploadAreas) }))
    .output(z.object({ dataTypes: z.array(z.object({ dataType: z.string(), entities: z.array(uploadSchema) })) })),
  get: procedure
    .route({ method: 'GET', path: entityPath, summary: 'One entity with its missing chunks, columns and mapping' })
    .input(entityInput)
    .output(uploadDetailSchema),
  begin: procedure
    .route({
      method: 'POST',
      path: entityPath,
      summary: 'Begin an upload, or continue the one of the same file',
      description:
        'Refused with `uploads.inProgress` while another user uploads a file, and with `uploads.otherFile` while the caller uploads another one. With `chunkDigests` an upload that is under way is only continued: another file is refused with `uploads.otherFile`, and one of which chunks that have arrived differ with `uploads.fileChanged`.',
    })
    .input(
      entityInput.extend({
        name: fileName,
        size: z
          .number()
          .int()
          .min(1, 'The file has no data rows.')
          .max(
            uploadLimits.fileSize,
            'The file is larger than 10 GB. Split it and upload the parts one after another.',
          ),
        /**
         * When the file was last changed, as its file system says: it identifies the file when an upload continues. A
         * file that is on no disk has another number, at least 2^52, which is made of its content.
         */
        modifiedAt,
        /** SHA-256 of the first chunk, for the same purpose. */
        firstChunk: digest,
        /**
         * SHA-256 of each chunk, in order, to continue an upload: those of the chunks that have arrived have to be the
         * same, and no other upload is replaced.
         */
        chunkDigests: z.array(digest).max(chunkCount(uploadLimits.fileSize)).optional(),
        hasHeader: z.boolean().default(true),
        delimiter: z.enum(uploadDelimiters),
        /** Columns in the order of the file: `Column1`, `Column2` and so on without a header. */
        columns: z
          .array(columnName)
          .min(1)
          .max(uploadLimits.columns)
          .superRefine((columns, issues) => {
            for (const [index, column] of columns.entries())
              if (columns.indexOf(column) < index)
                issues.addIssue({
                  code: 'custom',
                  path: [index],
                  message: `Column name '${column}' appears more than once.`,
                })
          }),
        /** Applies the stored mapping, whose columns the file has to have. */
        keepMapping: z.boolean().default(true),
      }),
    )
    .output(uploadDetailSchema),
  sendChunk: procedure
    .route({
      method: 'PUT',
      path: `${entityPath}/{uploadId}/chunks/{index}`,
      summary: 'Send one chunk, in any order; repeating it is safe',
      description:
        'The body has the bytes of the chunk as they are. Answered with 507 `uploads.noSpace` while the disk is full.',
      spec: current => ({
        ...current,
        parameters: [
          ...(current.parameters ?? []),
          { name: 'sha256', in: 'query', required: true, schema: { type: 'string', pattern: '^[0-9a-f]{64}$' } },
          { name: 'modifiedAt', in: 'query', required: true, schema: { type: 'integer' } },
        ],
        requestBody: {
          required: true,
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
      }),
    })
    .input(
      uploadInput.extend({
        index: z.coerce
          .number()
          .int()
          .min(0)
          .max(Math.ceil(uploadLimits.fileSize / uploadLimits.chunkSize) - 1),
        /** Of the bytes of the chunk. */
        sha256: digest,
        /** That of the file when the chunk was read: another one than at the beginning is that of a changed file. */
        modifiedAt: z.coerce.number().pipe(modifiedAt),
      }),
    )
    .output(z.object({ chunks: z.number().int(), received: z.number().int() })),
  complete: procedure
    .route({
      method: 'POST',
      path: `${entityPath}/{uploadId}/complete`,
      summary: 'End an upload whose chunks have all arrived; repeating it is safe',
      description: 'Refused with `uploads.incomplete` while chunks are missing.',
    })
    .input(uploadInput.extend({ sha256: digest.optional() }))
    .output(uploadDetailSchema),
  cancel: procedure
    .route({ method: 'POST', path: `${entityPath}/{uploadId}/cancel`, summary: 'End an upload that is under way' })
    .input(uploadInput)
    .output(uploadDetailSchema),
  remove: procedure
    .route({ method: 'POST', path: `${uploadsPath}/remove`, summary: 'Delete uploaded files; processed data stays' })
    .input(
      environmentInput.extend({
        entities: z
          .array(entityName)
          .min(1)
          .max(uploadEntityNames.length)
          .refine(names => new Set(names).size === names.length, 'Each entity is named once.'),
      }),
    )
    .output(z.object({ removed: z.number().int() })),
  saveMapping: procedure
    .route({
      method: 'PUT',
      path: `${entityPath}/mapping`,
      summary: 'Save the columns of attributes; required ones may be missing',
    })
    .input(
      entityInput.extend({
        columnOf: z
          .record(z.string().regex(/^\w{1,100}$/, 'An attribute has letters, digits and underscores.'), columnName)
          .refine(columnOf => Object.keys(columnOf).length <= 500, 'An entity has at most 500 attributes.'),
        /** Formats that were chosen for attributes; those of other attributes are the ones of the upload. */
        formats: z.record(z.string().regex(/^\w{1,100}$/), z.enum(uploadFormatNames)).default({}),
        baseVersion: z.number().int().min(0).max(2_147_483_647),
      }),
    )
    .output(uploadDetailSchema),
}
