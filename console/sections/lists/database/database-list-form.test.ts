import { ORPCError } from '@orpc/client'
import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import { differencesOf } from '../../../platform/authoring/conflict/differences.ts'
import { databaseListErrorOf, databaseListErrorsOf } from './database-list-error.ts'
import {
  accessFields,
  changesDatabaseAccess,
  connectionOf,
  type DatabaseListForm,
  databaseAccessOf,
  databaseListFormOf,
  databaseListVersionTexts,
  emptyDatabaseListForm,
  withoutSecret,
} from './database-list-form.ts'
import { validateDatabaseList } from './database-list-resolver.ts'

const connection = {
  kind: 'cosmos',
  account: 'risk',
  database: 'fraud',
  container: 'phones',
  timeoutMs: 300,
  secret: { kept: true },
} as const
const form = databaseListFormOf(
  { name: 'Phones', description: 'Stolen' },
  { connection, columns: ['phone', 'status'], version: 2 },
)

it('the form of a database list gives back what was stored when nothing was typed: the secret is kept', () => {
  expect(connectionOf(form)).toEqual(connection)
  expect(validateDatabaseList(form)).toEqual({})
  expect(form.secret).toEqual({ kind: 'kept', text: '', stored: true })
})

it('the form of a database list sends a new secret, and keeps its text out of the browser', () => {
  const typed: DatabaseListForm = {
    ...form,
    secret: { kind: 'value', text: 'AccountEndpoint=https://risk;AccountKey=YQ==;', stored: true },
  }
  expect(databaseAccessOf({ ...typed, account: ' risk ' })).toEqual({
    kind: 'cosmos',
    account: 'risk',
    database: 'fraud',
    timeoutMs: 300,
    secret: { value: 'AccountEndpoint=https://risk;AccountKey=YQ==;' },
  })
  expect(JSON.stringify(withoutSecret(typed))).not.toContain('AccountKey')
})

it('the form of a database list says what is missing at its field', () => {
  const found = validateDatabaseList(emptyDatabaseListForm)
  expect(Object.fromEntries(accessFields.flatMap(field => (found[field] ? [[field, found[field]]] : [])))).toEqual({
    account: { id: 'Lists.Name.Missing' },
    database: { id: 'Lists.Name.Missing' },
    secret: { id: 'OutgoingRequests.Secret.Missing' },
  })
  expect(
    validateDatabaseList({
      ...form,
      name: ' ',
      database: 'a/b',
      timeoutMs: 5001,
      columns: [],
      description: 'x'.repeat(501),
    }),
  ).toEqual({
    name: { id: 'Lists.Name.Missing' },
    database: { id: 'Lists.Source.Database.Issue' },
    timeoutMs: { id: 'Calls.Timeout.Issue', values: { limit: 5000 } },
    columns: { id: 'Lists.Source.Columns.Missing' },
    description: { id: 'Common.TooLong', values: { limit: 500 } },
  })
  expect(
    validateDatabaseList({ ...form, name: 'x'.repeat(61), columns: Array.from({ length: 101 }, (_, at) => `c${at}`) }),
  ).toEqual({
    name: { id: 'Lists.Name.Long', values: { limit: 60 } },
    columns: { id: 'Lists.Source.Columns.Many', values: { limit: 100 } },
  })
  expect(validateDatabaseList({ ...form, name: 'a\u0007', timeoutMs: null, container: '' })).toEqual({
    name: { id: 'Lists.Name.Hidden' },
    timeoutMs: { id: 'Calls.Timeout.Issue' },
    container: { id: 'Lists.Source.Container.Choose' },
  })
  // Two columns of one name are left to the service.
  expect(validateDatabaseList({ ...form, columns: ['phone', 'Phone'] })).toEqual({})
})

it('the form of a database list takes what the service refused to its place', () => {
  const refusal = (issue: object) => new ORPCError('BAD_REQUEST', { data: { issues: [issue] } })
  const taken = refusal({ path: ['name'], message: 'taken', code: 'name.taken' })
  expect([databaseListErrorsOf(taken), databaseListErrorOf(taken, true)]).toEqual([
    { name: { id: 'Lists.Name.Taken' } },
    null,
  ])
  const column = refusal({ path: ['columns'], message: 'Columns have different names.' })
  expect([databaseListErrorsOf(column), databaseListErrorOf(column, true)]).toEqual([
    null,
    { kind: 'field', message: 'Columns have different names.' },
  ])
  const missing = new ORPCError('NOT_FOUND')
  expect([databaseListErrorOf(missing, true), databaseListErrorOf(missing, false)]).toEqual([{ kind: 'away' }, null])
})

it('a test of the connection stands until the way to the database is another', () => {
  expect([{ account: 'a' }, { database: 'b' }, { secret: form.secret }].map(changesDatabaseAccess)).toEqual([
    true,
    true,
    true,
  ])
  expect([{ name: 'a' }, { timeoutMs: 1 }, { container: 'c' }, { columns: [] }].map(changesDatabaseAccess)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

it('two versions differ field by field, and a secret by how it is given alone', () => {
  const intl = createIntl({ locale: 'en-US', messages: {}, onError: () => undefined })
  const between = (mine: DatabaseListForm, theirs: DatabaseListForm) =>
    differencesOf(databaseListVersionTexts(mine, intl), databaseListVersionTexts(theirs, intl)).map(
      ({ id, mine: own, theirs: other }) => [id, own, other],
    )
  expect(between(form, form)).toEqual([])
  expect(
    between(
      { ...form, columns: ['phone'], secret: { kind: 'value', text: 'AccountKey=x;', stored: true } },
      { ...form, container: 'handsets' },
    ),
  ).toEqual([
    ['secret', '••••••••', 'OutgoingRequests.Secret.Stored'],
    ['container', 'phones', 'handsets'],
    ['columns', 'phone', 'phone\nstatus'],
  ])
})
