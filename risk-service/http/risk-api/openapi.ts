import { defined } from '../../contract/defined.ts'
import label from '../../contract/schemas/purchases/label.schema.json' with { type: 'json' }
import purchase from '../../contract/schemas/purchases/purchase.schema.json' with { type: 'json' }
import accountAck from '../../contract/schemas/responses/account-ack.schema.json' with { type: 'json' }
import accountProtection from '../../contract/schemas/responses/account-protection.schema.json' with { type: 'json' }
import ack from '../../contract/schemas/responses/ack.schema.json' with { type: 'json' }
import assessment from '../../contract/schemas/responses/assessment.schema.json' with { type: 'json' }
import assessmentAck from '../../contract/schemas/responses/assessment-ack.schema.json' with { type: 'json' }
import errorAccount from '../../contract/schemas/responses/error-account.schema.json' with { type: 'json' }
import errorClient from '../../contract/schemas/responses/error-client.schema.json' with { type: 'json' }
import errorGateway from '../../contract/schemas/responses/error-gateway.schema.json' with { type: 'json' }
import purchaseAnswer from '../../contract/schemas/responses/purchase.schema.json' with { type: 'json' }
import signUpAnswer from '../../contract/schemas/responses/signup.schema.json' with { type: 'json' }
import type { TenantAssessment } from '../../engine/assessments/tenant-assessment.ts'
import { observationSchemas, schemas, templateSchemas } from '../../engine/ingest/event-schemas.ts'
import type { Family } from './answers.ts'

type Json = Record<string, unknown>
interface Operation {
  path: string
  id: string
  summary: string
  request: string
  response: string
  family: Family
  repeated: boolean
  branch?: true
}

const responses: Readonly<Record<string, unknown>> = {
  PurchaseAnswer: purchaseAnswer,
  SignUpAnswer: signUpAnswer,
  AccountAnswer: accountProtection,
  AssessmentAnswer: assessment,
  Acknowledgement: ack,
  AccountAcknowledgement: accountAck,
  AssessmentAcknowledgement: assessmentAck,
  Error: errorClient,
  AccountError: errorAccount,
  GatewayError: errorGateway,
}
const requests: Readonly<Record<string, unknown>> = {
  Purchase: purchase,
  PurchaseStatus: schemas.purchaseStatus,
  BankEvent: schemas.bankEvent,
  Chargeback: schemas.chargeback,
  Refund: schemas.refund,
  UpdateAccount: schemas.updateAccount,
  Label: label,
  SignUp: schemas.signUp,
  SignUpStatus: schemas.signUpStatus,
  SignIn: schemas.signIn,
  AccountCreation: schemas.accountCreation,
  AccountCreationStatus: schemas.accountCreationStatus,
  AccountLogin: schemas.accountLogin,
  AccountLoginStatus: schemas.accountLoginStatus,
  AccountUpdate: schemas.accountUpdate,
  AccountLabel: schemas.accountLabel,
  CustomAssessment: schemas.customAssessment,
  ...Object.fromEntries(Object.entries(templateSchemas).map(([name, schema]) => [`Assessment${name}`, schema])),
  ...Object.fromEntries(Object.entries(observationSchemas).map(([name, schema]) => [`Observation${name}`, schema])),
  AssessmentLabel: schemas.observationLabel,
}

const purchaseSide = (name: string, summary: string, response = 'Acknowledgement'): Operation => ({
  path: `/v1.0/MerchantServices/events/${name}`,
  id: name,
  summary,
  request: name,
  response,
  family: 'purchase',
  repeated: response === 'Acknowledgement',
})
const accountSide = (path: string, id: string, summary: string, response = 'AccountAcknowledgement'): Operation => ({
  path,
  id,
  summary,
  request: id,
  response,
  family: 'account',
  repeated: response === 'AccountAcknowledgement',
})

const operations: readonly Operation[] = [
  purchaseSide('Purchase', 'Assess a purchase', 'PurchaseAnswer'),
  purchaseSide('PurchaseStatus', 'What became of a purchase'),
  purchaseSide('BankEvent', 'Authorisation, charge, cancellation or reversal of a purchase'),
  purchaseSide('Chargeback', 'A stage of a chargeback'),
  purchaseSide('Refund', 'A stage of a refund'),
  purchaseSide('UpdateAccount', 'Create or change a customer'),
  purchaseSide('Label', 'Fraud or not: a transaction, account, instrument or e-mail'),
  purchaseSide('SignUp', 'Assess a sign-up (older generation)', 'SignUpAnswer'),
  purchaseSide('SignUpStatus', 'What became of a sign-up (older generation)'),
  purchaseSide('SignIn', 'Assess a sign-in (older generation)', 'SignUpAnswer'),
  accountSide(
    '/v1.0/action/account/create/{signUpId}',
    'AccountCreation',
    'Assess the creation of an account',
    'AccountAnswer',
  ),
  accountSide(
    '/v1.0/action/account/login/{id}',
    'AccountLogin',
    'Assess a sign-in; the id is the login’s or the user’s',
    'AccountAnswer',
  ),
  accountSide(
    '/v1.0/observe/account/create/status/{signUpId}',
    'AccountCreationStatus',
    'What became of the creation of an account',
  ),
  accountSide('/v1.0/observe/account/login/status/{id}', 'AccountLoginStatus', 'What became of a sign-in'),
  accountSide('/v1.0/observe/account/update/{userId}', 'AccountUpdate', 'Changes to an account'),
  accountSide('/v1.0/label/account/create/{userId}', 'AccountLabel', 'Fraud or not, on the account side'),
]

/**
 * Assessments with rules run those of a branch under a path of their own; sign-ups and sign-ins of the older generation
 * have none.
 */
const withBranches = (all: readonly Operation[]): Operation[] =>
  all.flatMap(one =>
    one.repeated || one.response === 'SignUpAnswer'
      ? [one]
      : [
          one,
          {
            ...one,
            path: `${one.path}/branch/{branch}`,
            id: `${one.id}InBranch`,
            summary: `${one.summary}: with the rules of a branch`,
            branch: true,
          },
        ],
  )

/** Group of an operation in the description. */
const tagOf = (path: string): string =>
  /\/MerchantServices\//.test(path) ? 'Purchases' : /\/assessment\//.test(path) ? 'Own assessments' : 'Accounts'

/**
 * Assessments that a tenant made; without an environment their paths are described with a parameter and a body of any
 * template.
 */
function tenantOperations(own: readonly TenantAssessment[] | null): {
  operations: Operation[]
  bodies: Record<string, unknown>
} {
  const bodies: Record<string, unknown> = {}
  const one = (
    path: string,
    id: string,
    summary: string,
    request: string,
    response: string,
    family: Family = 'purchase',
  ): Operation => ({ path, id, summary, request, response, family, repeated: response.endsWith('Acknowledgement') })
  if (own === null) {
    bodies.AnyAssessment = {
      anyOf: Object.keys(templateSchemas).map(name => ({ $ref: `#/components/schemas/Assessment${name}` })),
    }
    bodies.AnyObservation = {
      anyOf: Object.keys(observationSchemas).map(name => ({ $ref: `#/components/schemas/Observation${name}` })),
    }
    return {
      bodies,
      operations: [
        one(
          '/v1.0/action/assessment/{apiName}',
          'CustomAssessment',
          'Assess an event of an own assessment (older generation)',
          'CustomAssessment',
          'AccountAnswer',
          'account',
        ),
        one(
          '/v1.0/assessment/{apiName}',
          'Assessment',
          'Assess an event of an own assessment',
          'AnyAssessment',
          'AssessmentAnswer',
        ),
        one(
          '/v1.0/assessment/{apiName}/observation/{observationApiName}',
          'Observation',
          'What became of such an event',
          'AnyObservation',
          'AssessmentAcknowledgement',
        ),
        one(
          '/v1.0/assessment/{apiName}/label',
          'AssessmentLabel',
          'Fraud or not: such an event, an account, instrument or e-mail',
          'AssessmentLabel',
          'AssessmentAcknowledgement',
        ),
      ],
    }
  }
  const operations = own.flatMap(({ kind, apiName, friendlyName, schema, observations, hasLabel }) => {
    if (kind === 'custom')
      return [
        one(
          `/v1.0/action/assessment/${apiName}`,
          `Custom_${apiName}`,
          friendlyName,
          'CustomAssessment',
          'AccountAnswer',
          'account',
        ),
      ]
    bodies[`Own_${apiName}`] = schema
    return [
      one(`/v1.0/assessment/${apiName}`, `Assess_${apiName}`, friendlyName, `Own_${apiName}`, 'AssessmentAnswer'),
      ...observations.map(each =>
        one(
          `/v1.0/assessment/${apiName}/observation/${each.apiName}`,
          `Observe_${apiName}_${each.apiName}`,
          `${friendlyName}: ${each.apiName}`,
          `Observation${each.template}`,
          'AssessmentAcknowledgement',
        ),
      ),
      ...(hasLabel
        ? [
            one(
              `/v1.0/assessment/${apiName}/label`,
              `Label_${apiName}`,
              `${friendlyName}: label`,
              'AssessmentLabel',
              'AssessmentAcknowledgement',
            ),
          ]
        : []),
    ]
  })
  return { operations, bodies }
}

const json = (schema: string): Json => ({ 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } })
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

function describe({ repeated, branch }: Operation): string {
  if (repeated) return 'May be sent again: fields sent replace stored ones.'
  return branch === true
    ? 'Answers as production would with the rules of this branch. Nothing is stored or counted.'
    : 'The first call with an id counts; a repeat gets the stored answer, marked with x-dfp-replayed.'
}

function operationOf(operation: Operation): Json {
  const { path, id, summary, request, response, family, repeated, branch } = operation
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
    requestBody: { required: true, content: json(request) },
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
      409: refused('The id was used before, where the environment refuses repeats'),
      413: refused('Larger than 1 MiB'),
      415: refused('Not JSON'),
      429: refused('Too many requests', retryAfter),
      500: refused('Failed'),
      503: refused('Overloaded, or the database is away', retryAfter),
    },
  }
}

/**
 * Definitions inside a schema become components of their own: not every reader follows references into parts of a
 * document.
 */
function components(named: Readonly<Record<string, unknown>>): Json {
  const out: Json = {}
  for (const [name, schema] of Object.entries(named)) {
    const { $defs, $schema: _schema, $id: _id, ...own } = schema as Json
    out[name] = withDefinitionReferences(own, name)
    for (const [inner, definition] of Object.entries(($defs ?? {}) as Json))
      out[`${name}.${inner}`] = withDefinitionReferences(definition, name)
  }
  return out
}

function withDefinitionReferences(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map(each => withDefinitionReferences(each, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, inner.replace(/^#\/\$defs\//, `#/components/schemas/${name}.`)]
        : [key, withDefinitionReferences(inner, name)],
    ),
  )
}

/**
 * OpenAPI 3.1 of the risk API, made of the schemas that the service checks by. `own` and `tenantId`: of one
 * environment; null and absent for any.
 */
export function describeRiskApi({
  version,
  origin,
  own,
  tenantId = '{tenant}',
}: {
  version: string
  origin: string
  own: readonly TenantAssessment[] | null
  tenantId?: string | undefined
}): Json {
  const made = tenantOperations(own)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay risk API',
      version,
      description:
        'Assesses purchases, account events and events of a tenant’s own, and takes in what became of them. Letter case of paths and keys does not matter; unknown fields are kept.',
    },
    servers: [{ url: origin }],
    security: [{ oauth2: [] }],
    paths: Object.fromEntries(
      withBranches([...operations, ...made.operations]).map(operation => [
        operation.path,
        { post: operationOf(operation) },
      ]),
    ),
    components: {
      securitySchemes: {
        oauth2: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: `${origin}/${tenantId}/oauth2/v2.0/token`, scopes: {} } },
        },
      },
      schemas: components({ ...requests, ...made.bodies, ...responses }),
    },
  }
}
