import { randomUUID } from 'node:crypto'
import { places } from '../../../http/console-api/testing/console-bench.ts'
import type { Db } from '../../../ports/database.ts'

/** The tenant assessment of the bench. */
export const tenantType = 'Signup'

/** The observations that records of a tenant assessment have. */
const tenantObservations = [
  { apiName: 'Outcome', template: 'AssessmentStatus' },
  { apiName: 'BankAnswer', template: 'Bank' },
  { apiName: 'Dispute', template: 'Chargeback' },
]

interface Stored {
  sections?: readonly string[]
  custom?: readonly object[]
  /** The configuration of its reports. */
  reports?: object
  observations?: readonly object[]
}

/** Stores the tenant assessment, of money transfers. */
export async function insertTenantAssessment(
  db: Db,
  { sections = ['metadata', 'transaction'], custom = [], reports, observations = tenantObservations }: Stored,
): Promise<void> {
  await db
    .insertInto('assessment')
    .values({
      id: randomUUID(),
      environment_id: places.root,
      kind: 'wizard',
      template: 'MoneyTransfer',
      api_name: tenantType,
      friendly_name: tenantType,
      schema: JSON.stringify({ sections, custom }),
      settings: JSON.stringify(reports === undefined ? {} : { reports }),
      observations: JSON.stringify(observations),
      has_label: true,
      sample: '{}',
      created_by: randomUUID(),
      created_by_name: 'Test',
    })
    .execute()
}
