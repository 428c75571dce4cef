import { defined } from '../../../contract/defined.ts'
import type { Operation } from './operations.ts'
import { samples } from './samples.ts'
import type { Json } from './schemas.ts'

/** Returns the group of an operation in the description. */
const tagOf = (path: string): string =>
  [
    [/\/MerchantServices\//, 'Purchases'] as const,
    [/\/assessment\//, 'Own assessments'] as const,
    [/\/mirror\//, 'Mirror'] as const,
  ].find(([pattern]) => pattern.test(path))?.[1] ?? 'Accounts'

const json = (schema: string, example?: unknown): Json => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, ...defined({ example }) },
})
const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
})

const answerHeader = (description: string): Json => ({ description, schema: { type: 'string' } })
const commonHeaders = {
  'x-ms-correlation-id': answerHeader('As sent, or made'),
  'x-ms-appversion': answerHeader('Version of the service'),
}
const replayed = { 'x-dfp-replayed': answerHeader('`true`: the stored answer to an earlier call with this id') }

function describe({ repeated, branch, mirror }: Operation): string {
  if (mirror === true)
    return 'Decides nothing and answers no decision: events are stored, and compared some seconds later. An id counts once, with its first answer.'
  if (repeated) return 'May be sent again: fields sent replace stored ones.'
  return branch === true
    ? 'Answers as production would with the rules of this branch. Nothing is stored or counted.'
    : 'The first call with an id counts; a repeat gets the stored answer, marked with x-dfp-replayed.'
}

/** Describes an operation in the terms of OpenAPI 3.1. */
export function describeOperation(operation: Operation): Json {
  const { path, id, summary, request, response, family, repeated, branch, mirror } = operation
  const error = family === 'account' ? 'AccountError' : 'Error'
  const refused = (description: string, headers?: Json): Json => ({
    description,
    ...defined({ headers }),
    content: json(error),
  })
  const retryAfter = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } }
  return {
    operationId: id,
    tags: [tagOf(path)],
    summary,
    description: describe(operation),
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string', maxLength: 128 },
      })),
      header('x-ms-correlation-id', 'Echoed; made when absent'),
      header('x-ms-dfpenvid', 'Id of the environment, or its path of API ids; also as a query parameter'),
      ...(repeated
        ? []
        : [header('x-dfp-diagnostics', '`true`: the answer says what was called, counted and evaluated')]),
    ],
    requestBody: { required: true, content: json(request, samples[id]) },
    responses: {
      200: {
        description: 'Taken',
        headers: { ...commonHeaders, ...(repeated || branch === true ? {} : replayed) },
        content: json(response),
      },
      400: refused('A value is missing or wrong; the message names it'),
      401: { description: 'No valid token', content: json('GatewayError') },
      403: { description: 'Not for this application', content: json('GatewayError') },
      404: refused('Nothing of this name'),
      408: refused('The body was not received within 5 seconds'),
      409: refused(
        mirror === true
          ? 'No mirror runs in this environment, or it has all the events that it can receive'
          : 'The id was used before, where the environment refuses repeats',
      ),
      413: refused('Larger than 1 MiB'),
      415: refused('Not JSON'),
      429: refused('Too many requests', retryAfter),
      500: refused('Failed'),
      503: refused('Overloaded, or the database is away', retryAfter),
    },
  }
}
