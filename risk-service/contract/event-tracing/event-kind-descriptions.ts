import { z } from 'zod'
import { type EventKind, eventKinds } from './tracing-definitions.ts'

export const eventKindSchema = z.object({
  kind: z.enum(eventKinds),
  description: z.string(),
  /** Names of its events. */
  names: z.array(z.string()),
  sample: z.record(z.string(), z.unknown()),
})
export type EventKindDescription = z.infer<typeof eventKindSchema>

const envelope = {
  version: '1.0',
  metadata: {
    tenantId: 'b9ad7c2a-0d77-4a65-9b1e-3a7d7f0e1c55',
    environmentId: '7c0b1c1e-3b4f-4a52-9a5b-55aa0e1d9c01',
    timestamp: '2025-06-01T12:30:00.4123456Z',
  },
}

/** What can be subscribed to, for those who write a receiver. */
export const eventKindDescriptions: readonly EventKindDescription[] = Object.entries({
  transactional: {
    description: 'Built-in assessments with request and answer, and what is sent about them.',
    names: [
      'FraudProtection.Assessment.Purchase',
      'FraudProtection.Assessment.SignUp',
      'FraudProtection.Assessment.SignIn',
      'FraudProtection.Assessment.AccountCreation',
      'FraudProtection.Assessment.AccountLogin',
      'FraudProtection.Assessment.CustomAssessment',
      'FraudProtection.Observe.PurchaseStatus',
      'FraudProtection.Observe.BankEvent',
      'FraudProtection.Observe.Chargeback',
      'FraudProtection.Observe.Refund',
      'FraudProtection.Observe.UpdateAccount',
      'FraudProtection.Observe.Label',
      'FraudProtection.Observe.SignUpStatus',
      'FraudProtection.Observe.AccountCreationStatus',
      'FraudProtection.Observe.AccountLoginStatus',
      'FraudProtection.Observe.AccountUpdate',
      'FraudProtection.Observe.AccountLabel',
    ],
    sample: {
      name: 'FraudProtection.Assessment.Purchase',
      ...envelope,
      uniqueId: 'ord-2025-000772',
      request: {
        purchaseId: 'ord-2025-000772',
      },
      response: {
        resultDetails: {
          MerchantRuleDecision: 'Approve',
        },
      },
    },
  },
  trace: {
    description: 'What a rule names with Trace().',
    names: ['FraudProtection.Trace.Rule'],
    sample: {
      name: 'FraudProtection.Trace.Rule',
      ...envelope,
      ruleName: 'Ceiling rule',
      eventType: 'Purchase',
      correlationId: '4d5a2f86-1e6f-4e0a-9a8b-0a7f3c1f2b10',
      eventId: 'ord-2025-000772',
      attributes: {
        bucket: '900+',
        ip: '203.0.113.77',
      },
    },
  },
  assessment: {
    description: 'Assessments of the tenant with request and answer.',
    names: ['FraudProtection.Assessments'],
    sample: {
      name: 'FraudProtection.Assessments',
      ...envelope,
      request: {
        metadata: {
          eventId: 'cp-100',
        },
      },
      response: {
        decisionDetails: {
          merchantRuleDecision: 'Review',
        },
      },
      eventId: 'cp-100',
      assessmentApiName: 'CardPayment',
      assessmentName: 'Card payments',
    },
  },
  observation: {
    description: 'What is sent about events of the assessments of the tenant.',
    names: ['FraudProtection.Observations'],
    sample: {
      name: 'FraudProtection.Observations',
      ...envelope,
      request: {
        bank: {
          type: 'Auth',
        },
      },
      primaryEventId: 'cp-100',
      observationApiName: 'Bank',
      observationName: 'Bank',
      observationEventId: 'ob-2',
      assessmentApiName: 'CardPayment',
      assessmentName: 'Card payments',
    },
  },
  label: {
    description: 'Labels on events of the assessments of the tenant.',
    names: ['FraudProtection.Labels'],
    sample: {
      name: 'FraudProtection.Labels',
      ...envelope,
      request: {
        label: {
          isFraud: true,
        },
      },
      labelEventId: 'lb-1',
      assessmentApiName: 'CardPayment',
      assessmentName: 'Card payments',
    },
  },
  caseManagement: {
    description: 'Final decisions of cases, once they can no longer be undone.',
    names: ['FraudProtection.CaseManagement.Events'],
    sample: {
      name: 'FraudProtection.CaseManagement.Events',
      ...envelope,
      assessmentId: 'CardPayment',
      assessmentName: 'Card payments',
      caseId: 'case-77',
      queueId: 'q-1',
      queueName: 'General',
      eventType: 'CardPayment',
      eventId: 'cp-100',
      creationDate: '2025-06-01T12:35:00Z',
      reviewStartDate: '2025-06-01T13:00:00Z',
      reviewedDate: '2025-06-01T13:04:00Z',
      decision: 'Reject',
      reason: 'Stolen card',
      reasonNote: 'called issuer',
      agentId: 'u-9',
      agentName: 'Dora',
      status: 'Completed',
      fraudFlag: 'Fraud',
    },
  },
  audit: {
    description: 'Changes of rules, lists, velocities and external calls.',
    names: ['FraudProtection.Audit'],
    sample: {
      name: 'FraudProtection.Audit',
      ...envelope,
      audit: {
        entityId: '7c0b1c1e-3b4f-4a52-9a5b-55aa0e1d9c01',
        entityName: 'Ceiling rule',
        entityType: 'Rule',
        operationName: 'NewRule',
        userId: 'dora@example.com',
      },
    },
  },
  activityLog: {
    description: 'Every entry of the activity log.',
    names: ['FraudProtection.ActivityLog'],
    sample: {
      name: 'FraudProtection.ActivityLog',
      ...envelope,
      eventId: '4d5a2f86-1e6f-4e0a-9a8b-0a7f3c1f2b10',
      operationType: 'Create',
      resourceType: 'Decision rule',
      resourceId: '7c0b1c1e-3b4f-4a52-9a5b-55aa0e1d9c01',
      resourceName: 'Ceiling rule',
      userId: 'u-9',
      userName: 'Dora',
      environmentName: 'primary',
      correlationId: '4d5a2f86-1e6f-4e0a-9a8b-0a7f3c1f2b11',
    },
  },
  latency: {
    description: 'Number and latency of the calls of an API over 20 seconds, for each set of dimensions.',
    names: ['FraudProtection.Monitoring.RequestLatencyMsDistribution'],
    sample: {
      name: 'FraudProtection.Monitoring.RequestLatencyMsDistribution',
      ...envelope,
      index: [1, 4],
      bucketSamples: [2, 1],
      numberOfBuckets: 10000,
      bucketSize: 10,
      minimumValue: 0,
      counterName: 'RequestLatencyMsDistribution',
      dimensionNames: [
        'EnvironmentId',
        'TenantId',
        'ApiName',
        'ExperienceType',
        'IsTestRequest',
        'RequestType',
        'HttpRequestStatus',
        'HttpStatusCode',
      ],
      dimensionValues: [
        '7c0b1c1e-3b4f-4a52-9a5b-55aa0e1d9c01',
        'b9ad7c2a-0d77-4a65-9b1e-3a7d7f0e1c55',
        'v1.0/MerchantServices/Events/Purchase',
        'Protect',
        'False',
        'REALTIME',
        'Success',
        '200',
      ],
      startTime: '2025-06-01T12:30:00',
      endTime: '2025-06-01T12:30:20',
      samples: 3,
      min: 14,
      max: 47,
    },
  },
  externalCall: {
    description: 'Each external call of a rule with its status and latency.',
    names: ['FraudProtection.Monitoring.ExternalCalls'],
    sample: {
      name: 'FraudProtection.Monitoring.ExternalCalls',
      ...envelope,
      externalCallName: 'PhoneReputation',
      requestStatus: 'Success',
      httpStatusCode: 200,
      correlationId: '4d5a2f86-1e6f-4e0a-9a8b-0a7f3c1f2b10',
      latencyMs: 84,
      assessment: 'PURCHASE',
      rule: 'Ceiling rule',
      clause: 'Very high score',
    },
  },
  externalCallError: {
    description: 'Each external call that failed, with its request and response.',
    names: ['FraudProtection.Errors.ExternalCalls'],
    sample: {
      name: 'FraudProtection.Errors.ExternalCalls',
      ...envelope,
      externalCallName: 'PhoneReputation',
      requestStatus: 'ResponseFailure',
      httpStatusCode: 404,
      correlationId: '4d5a2f86-1e6f-4e0a-9a8b-0a7f3c1f2b10',
      latencyMs: 31,
      assessment: 'PURCHASE',
      rule: 'Ceiling rule',
      clause: 'Very high score',
      response: '{}',
      requestUri: 'https://phones.example.com/v1/check',
      requestBody: '{}',
    },
  },
} satisfies Record<EventKind, Omit<EventKindDescription, 'kind'>>).map(([kind, described]) => ({
  kind: kind as EventKind,
  ...described,
}))
