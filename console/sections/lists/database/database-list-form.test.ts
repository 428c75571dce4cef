import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import { differencesOf } from '../../../platform/authoring/conflict/differences.ts'
import {
  changesDatabaseAccess,
  connectionOf,
  type DatabaseListForm,
  databaseAccessOf,
  databaseListFormOf,
  databaseListVersionTexts,
  emptyDatabaseListForm,
  validateDatabaseAccess,
  validateDatabaseList,
  withoutSecret,
} from './database-list-form.ts'

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

it('gives back what was stored when nothing was typed: the secret is kept', () => {
  expect(connectionOf(form)).toEqual(connection)
  expect(validateDatabaseList(form)).toEqual({})
  expect(form.secret).toEqual({ kind: 'kept', text: '', stored: true })
})

it('sends a new secret, and keeps its text out of the browser', () => {
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

it('says what is missing at its field', () => {
  expect(validateDatabaseAccess(emptyDatabaseListForm)).toEqual({
    account: 'Lists.Name.Missing',
    database: 'Lists.Name.Missing',
    secret: 'OutgoingRequests.Secret.Missing',
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
    name: 'Lists.Name.Missing',
    database: 'Lists.Source.Database.Issue',
    timeoutMs: 'Calls.Timeout.Issue',
    columns: 'Lists.Source.Columns.Missing',
    description: 'Common.TooLong',
  })
  expect(
    validateDatabaseList({ ...form, name: 'x'.repeat(61), columns: Array.from({ length: 101 }, (_, at) => `c${at}`) }),
  ).toEqual({ name: 'Lists.Name.Long', columns: 'Lists.Source.Columns.Many' })
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
