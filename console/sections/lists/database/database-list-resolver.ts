import { contractResolver, validateValues } from '../../../platform/forms/contract-resolver.ts'
import { databaseListSchema } from '../../../platform/forms/contract-schemas.ts'
import type { FormErrors } from '../../../platform/forms/form-errors.ts'
import { isSecretMissing } from '../../../platform/outgoing-requests/secret-field.ts'
import { listDetailsMessages } from '../list-details.ts'
import { type DatabaseListForm, databaseListBodyOf } from './database-list-form.ts'

const contract = {
  schema: databaseListSchema,
  toBody: (form: DatabaseListForm) => databaseListBodyOf(form),
  messages: {
    ...listDetailsMessages,
    account: { required: 'Lists.Name.Missing', invalid: 'Lists.Name.Missing' },
    database: { required: 'Lists.Name.Missing', invalid: 'Lists.Source.Database.Issue' },
    secret: 'Common.TooLong',
    timeoutMs: 'Calls.Timeout.Issue',
    container: 'Lists.Source.Container.Choose',
    // The service reports other errors of a column.
    columns: { required: 'Lists.Source.Columns.Missing', tooMany: 'Lists.Source.Columns.Many' },
  },
  // The schema accepts blanks and an empty address of a key vault.
  rules: ({ secret }: DatabaseListForm): FormErrors<DatabaseListForm> =>
    isSecretMissing(secret) ? { secret: { id: 'OutgoingRequests.Secret.Missing' } } : {},
}

/** Validates a list in a database by the schema of the contract. */
export const databaseListResolver = contractResolver(contract)

/** What is wrong with the whole form. */
export const validateDatabaseList = (form: DatabaseListForm): FormErrors<DatabaseListForm> =>
  validateValues(form, contract)
