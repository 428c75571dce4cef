import type { CustomList, ListConnection } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import type { VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import type { FormRecord } from '../../../platform/authoring/form/use-record-form.ts'
import {
  newSecret,
  type SecretField,
  secretFieldOf,
  secretLabel,
  secretOf,
  withoutSecretText,
} from '../../../platform/outgoing-requests/secret-field.ts'

/** A list whose rows are in a database, as its form has it. */
export interface DatabaseListForm {
  name: string
  description: string
  account: string
  database: string
  secret: SecretField
  timeoutMs: number | null
  container: string
  columns: readonly string[]
}

/** Where the rows of a stored list are. */
export interface DatabaseListDefinition {
  connection: ListConnection
  columns: readonly string[]
  version: number
}

/** A stored list and where its rows are. */
export interface StoredDatabaseList {
  list: CustomList
  definition: DatabaseListDefinition
}

export const emptyDatabaseListForm: DatabaseListForm = {
  name: '',
  description: '',
  account: '',
  database: '',
  secret: newSecret,
  timeoutMs: 500,
  container: '',
  columns: [],
}

/** The form of a stored list; its secret stays until another one is entered. */
export function databaseListFormOf(
  { name, description }: Pick<CustomList, 'name' | 'description'>,
  { connection, columns }: DatabaseListDefinition,
): DatabaseListForm {
  const { account, database, timeoutMs, container } = connection
  return {
    name,
    description,
    account,
    database,
    timeoutMs,
    container,
    columns,
    secret: secretFieldOf(connection.secret),
  }
}

/** A list as its form shows it; null: a new one. */
export const databaseListRecordOf = (stored: StoredDatabaseList | null): FormRecord<DatabaseListForm> =>
  stored === null
    ? { values: emptyDatabaseListForm, version: 0 }
    : { values: databaseListFormOf(stored.list, stored.definition), version: stored.definition.version }

/** What reaches the database, once it is valid. */
export function databaseAccessOf({
  account,
  database,
  secret,
  timeoutMs,
}: DatabaseListForm): Omit<ListConnection, 'container'> {
  return {
    kind: 'cosmos',
    account: account.trim(),
    database: database.trim(),
    timeoutMs: timeoutMs ?? Number.NaN,
    secret: secretOf(secret),
  }
}

export const connectionOf = (form: DatabaseListForm): ListConnection => ({
  ...databaseAccessOf(form),
  container: form.container,
})

/** Everything that is stored of a list, once it is valid. */
export const databaseListBodyOf = (form: DatabaseListForm) => ({
  ...connectionOf(form),
  name: form.name.trim(),
  description: form.description.trim(),
  columns: [...form.columns],
})

/** Whether a change affects the access to the database, so that only a test shows whether it still works. */
export const changesDatabaseAccess = (change: Partial<DatabaseListForm>): boolean =>
  'account' in change || 'database' in change || 'secret' in change

/** Fields of the access to the database, which have to be valid before a query. */
export const accessFields = ['account', 'database', 'secret', 'timeoutMs'] as const satisfies (keyof DatabaseListForm)[]

/** The form without the text of its secret: what the browser may store. */
export const withoutSecret = (form: DatabaseListForm): DatabaseListForm => ({
  ...form,
  secret: withoutSecretText(form.secret),
})

/** The source of a list field by field, for two people who changed it. */
export function databaseListVersionTexts(
  { description, account, database, secret, timeoutMs, container, columns }: DatabaseListForm,
  intl: IntlShape,
): VersionTexts {
  const translate = (id: string) => intl.formatMessage({ id })
  return [
    { id: 'description', label: translate('Common.Description'), text: description.trim() },
    { id: 'account', label: translate('Lists.Source.Account'), text: account.trim(), code: true },
    { id: 'database', label: translate('Lists.Source.Database'), text: database.trim(), code: true },
    {
      id: 'secret',
      label: translate('Lists.Source.Secret'),
      text: secretLabel(secret, translate('OutgoingRequests.Secret.Stored')),
    },
    { id: 'timeout', label: translate('Calls.Timeout'), text: String(timeoutMs ?? '') },
    { id: 'container', label: translate('Lists.Source.Container'), text: container, code: true },
    { id: 'columns', label: translate('Lists.Column.Columns'), text: columns.join('\n'), code: true },
  ]
}
