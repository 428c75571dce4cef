/** What the page of an API reads of the description of the risk API, an OpenAPI document. */

interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  enum?: unknown[]
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
}
interface Content {
  content?: Record<string, { schema?: Schema; example?: Record<string, unknown> }>
}
interface Operation {
  operationId: string
  summary: string
  requestBody: Content
  responses: Record<string, Content & { description: string }>
}
export interface ApiDocument {
  paths: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema> }
}

/** A field of a body. */
export interface ApiField {
  path: string
  type: string
  required: boolean
  description: string
}
/** A code that an API answers with. */
export interface ApiAnswer {
  status: string
  description: string
}
export interface ApiDescription {
  /** With parameters in braces. */
  path: string
  summary: string
  sample: Record<string, unknown>
  request: ApiField[]
  response: ApiField[]
  answers: ApiAnswer[]
}

/** Fields deeper than this are in no body of the product. */
const maxDepth = 6

/** Returns the description of an API; undefined where the document has none of this id, or no example of its body. */
export function describeApi({ paths, components }: ApiDocument, id: string): ApiDescription | undefined {
  const [path, operation] = Object.entries(paths).find(([, { post }]) => post.operationId === id) ?? []
  const body = operation?.post.requestBody.content?.['application/json']
  if (path === undefined || operation === undefined || body?.example === undefined) return undefined
  const { summary, responses } = operation.post
  return {
    path,
    summary,
    sample: body.example,
    request: fieldsOf(body.schema, components),
    answers: Object.entries(responses).map(([status, { description }]) => ({ status, description })),
    response: fieldsOf(responses['200']?.content?.['application/json']?.schema, components),
  }
}

/** Lists the fields of a schema with their paths; those of the elements of a list stand under the list. */
function fieldsOf(
  schema: Schema | undefined,
  components: ApiDocument['components'],
  prefix = '',
  depth = 0,
): ApiField[] {
  const resolved = resolve(schema, components)
  if (resolved?.properties === undefined || depth > maxDepth) return []
  return Object.entries(resolved.properties).flatMap(([name, property]) => {
    const own = resolve(property, components)
    const path = prefix === '' ? name : `${prefix}.${name}`
    const items = resolve(own?.items, components)
    return [
      {
        path,
        type: items === undefined ? typeOf(own) : `${typeOf(items)}[]`,
        required: resolved.required?.includes(name) ?? false,
        description: property.description ?? own?.description ?? '',
      },
      ...fieldsOf(items ?? own, components, path, depth + 1),
    ]
  })
}

function resolve(schema: Schema | undefined, { schemas }: ApiDocument['components']): Schema | undefined {
  const name = schema?.$ref?.split('/').at(-1)
  return name === undefined ? schema : schemas[name]
}

function typeOf(schema: Schema | undefined): string {
  const type = schema?.type ?? (schema?.properties === undefined ? 'any' : 'object')
  const text = Array.isArray(type) ? type.filter(each => each !== 'null').join(' | ') : type
  return schema?.format === undefined ? text : `${text} (${schema.format})`
}
