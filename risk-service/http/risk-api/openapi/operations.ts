/** The operations of the risk API: those of the product, and those of tenant assessments. */
import { labelSchemaOf, observationSchemaOf } from '../../../engine/assessments/observation-schemas.ts'
import type { TenantAssessment } from '../../../engine/assessments/tenant-assessment.ts'
import type { EventSchema } from '../../../engine/ingest/event-schema.ts'
import { observationSchemas, templateSchemas } from '../../../engine/ingest/event-schemas.ts'
import type { Family } from '../wire/answers.ts'

export interface Operation {
  path: string
  id: string
  summary: string
  request: string
  response: string
  family: Family
  repeated: boolean
  branch?: true
  /** Of a mirror: nothing is decided, and each call counts. */
  mirror?: true
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

/** The operations of the product. */
export const operations: readonly Operation[] = [
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
  {
    path: '/v1.0/mirror/events',
    id: 'MirroredEvents',
    summary: 'Events that a former system has decided, to be compared in a mirror',
    request: 'MirroredEvents',
    response: 'MirrorReceipt',
    family: 'purchase',
    repeated: true,
    mirror: true,
  },
]

/**
 * Adds the branch paths: assessments with rules run those of a branch under a separate path; sign-ups and sign-ins of
 * the older generation have none.
 */
export const withBranches = (all: readonly Operation[]): Operation[] =>
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

/**
 * Returns the operations of tenant assessments; without an environment their paths have a parameter and a body of any
 * template.
 */
export function tenantOperations(own: readonly TenantAssessment[] | null): {
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
  const operations = own.flatMap(({ kind, apiName, friendlyName, schema, observations, hasLabel, labelFields }) => {
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
    /** Events with fields of the tenant's own have a body of their own. */
    const bodyOf = (id: string, shared: string, own: readonly unknown[], schemaOf: () => EventSchema): string => {
      if (own.length === 0) return shared
      bodies[`Own_${id}`] = schemaOf()
      return `Own_${id}`
    }
    bodies[`Own_${apiName}`] = schema
    return [
      one(`/v1.0/assessment/${apiName}`, `Assess_${apiName}`, friendlyName, `Own_${apiName}`, 'AssessmentAnswer'),
      ...observations.map(each =>
        one(
          `/v1.0/assessment/${apiName}/observation/${each.apiName}`,
          `Observe_${apiName}_${each.apiName}`,
          `${friendlyName}: ${each.friendlyName ?? each.apiName}`,
          bodyOf(`${apiName}_${each.apiName}`, `Observation${each.template}`, each.custom ?? [], () =>
            observationSchemaOf(each),
          ),
          'AssessmentAcknowledgement',
        ),
      ),
      ...(hasLabel
        ? [
            one(
              `/v1.0/assessment/${apiName}/label`,
              `Label_${apiName}`,
              `${friendlyName}: label`,
              bodyOf(`${apiName}_label`, 'AssessmentLabel', labelFields, () => labelSchemaOf({ labelFields })),
              'AssessmentAcknowledgement',
            ),
          ]
        : []),
    ]
  })
  return { operations, bodies }
}
