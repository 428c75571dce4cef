import type { Transaction } from 'kysely'
import type { AssessmentSchema } from '../../contract/assessments/custom-fields.ts'
import { clientKeyCallId, isClientSideShape } from '../../engine/assessments/tenant-assessment.ts'
import { objectOf } from '../../engine/lib/json.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import type { Database } from '../../ports/database.ts'
import type { NewAssessment } from './create-assessment.ts'

/**
 * Validates the switch for answers to browsers: only for device fingerprinting and nothing else, and with an external
 * call of the same environment, which returns the key. @throws ValidationError
 */
export async function assertValidClientSide(
  trx: Transaction<Database>,
  { environmentId, template, settings = {} }: Pick<NewAssessment, 'environmentId' | 'template' | 'settings'>,
  schema: AssessmentSchema,
): Promise<void> {
  const { enabled } = objectOf(settings.clientSideIntegration)
  if (enabled !== true) return
  if (!isClientSideShape(template, schema))
    throw new ValidationError(
      ['settings', 'clientSideIntegration'],
      'Client-side integration is for device fingerprinting with exactly the sections Metadata and Device fingerprinting.',
    )
  const callId = clientKeyCallId(settings) ?? ''
  const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(callId)
  const call = isId
    ? await trx
        .selectFrom('external_call')
        .select('id')
        .where('id', '=', callId)
        .where('environment_id', '=', environmentId)
        .executeTakeFirst()
    : undefined
  if (call === undefined)
    throw new ValidationError(
      ['settings', 'clientSideIntegration', 'externalCallId'],
      'Choose an external call of this environment that returns a key set.',
    )
}
