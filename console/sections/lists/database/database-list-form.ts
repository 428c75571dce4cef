import { type CustomList, externalCallLimits, type ListConnection, listLimits } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import type { VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import {
  isSecretMissing,
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

/** The form of a stored list; its secret is kept until another one is entered. */
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

/** What reaches the database. Only of a form without faults there. */
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
    timeoutMs: timeoutMs ?? 1,
    secret: secretOf(secret),
  }
}

export const connectionOf = (form: DatabaseListForm): ListConnection => ({
  ...databaseAccessOf(form),
  container: form.container,
})

/** What changes the way to the database: after it, a test says whether there is still one. */
export const changesDatabaseAccess = (change: Partial<DatabaseListForm>): boolean =>
  'account' in change || 'database' in change || 'secret' in change

/** Ids of messages by field. */
export type DatabaseListIssues = Readonly<Partial<Record<keyof DatabaseListForm, string>>>

/** What is wrong with the way to the database, before it is asked. */
export function validateDatabaseAccess({ account, database, secret, timeoutMs }: DatabaseListForm): DatabaseListIssues {
  return {
    ...(account.trim() === '' ? { account: 'Lists.Name.Missing' } : {}),
    ...(database.trim() === ''
      ? { database: 'Lists.Name.Missing' }
      : /[/\\#?]/.test(database)
        ? { database: 'Lists.Source.Database.Issue' }
        : {}),
    ...(isSecretMissing(secret) ? { secret: 'OutgoingRequests.Secret.Missing' } : {}),
    ...(timeoutMs === null || !Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > externalCallLimits.timeoutMs
      ? { timeoutMs: 'Calls.Timeout.Issue' }
      : {}),
  }
}

/** What is wrong with the whole form. */
export function validateDatabaseList(form: DatabaseListForm): DatabaseListIssues {
  const name = form.name.trim()
  return {
    ...validateDatabaseAccess(form),
    ...(name === ''
      ? { name: 'Lists.Name.Missing' }
      : name.length > listLimits.name || /\p{Cc}/u.test(name)
        ? { name: 'Lists.Name.Long' }
        : {}),
    ...(form.description.trim().length > listLimits.description ? { description: 'Common.TooLong' } : {}),
    ...(form.columns.length === 0
      ? { columns: 'Lists.Source.Columns.Missing' }
      : form.columns.length > listLimits.sourceColumns
        ? { columns: 'Lists.Source.Columns.Many' }
        : {}),
  }
}

/** The form without the text of its secret: what may be kept in the browser. */
export const withoutSecret = (form: DatabaseListForm): DatabaseListForm => ({
  ...form,
  secret: withoutSecretText(form.secret),
})

/** What a list says of its database, field by field, for two people who changed it. */
export function databaseListVersionTexts(
  { description, account, database, secret, timeoutMs, container, columns }: DatabaseListForm,
  intl: IntlShape,
): VersionTexts {
  const say = (id: string) => intl.formatMessage({ id })
  return [
    { id: 'description', label: say('Common.Description'), text: description.trim() },
    { id: 'account', label: say('Lists.Source.Account'), text: account.trim(), code: true },
    { id: 'database', label: say('Lists.Source.Database'), text: database.trim(), code: true },
    {
      id: 'secret',
      label: say('Lists.Source.Secret'),
      text: secretLabel(secret, say('OutgoingRequests.Secret.Stored')),
    },
    { id: 'timeout', label: say('Calls.Timeout'), text: String(timeoutMs ?? '') },
    { id: 'container', label: say('Lists.Source.Container'), text: container, code: true },
    { id: 'columns', label: say('Lists.Column.Columns'), text: columns.join('\n'), code: true },
  ]
}
