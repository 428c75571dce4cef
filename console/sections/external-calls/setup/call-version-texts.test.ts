import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import { differencesOf } from '../../../platform/authoring/conflict/differences.ts'
import { type CallForm, emptyCallForm } from './call-form.ts'
import { callVersionTexts } from './call-version-texts.ts'

const intl = createIntl({ locale: 'en-US', messages: {}, onError: () => undefined })
const secret = (kind: 'kept' | 'value' | 'reference', text: string) => ({ kind, text, stored: kind === 'kept' })
const form = (change: Partial<CallForm>): CallForm => ({
  ...emptyCallForm,
  name: 'phone',
  url: 'https://a.example/',
  ...change,
})
const between = (mine: CallForm, theirs: CallForm) =>
  differencesOf(callVersionTexts(mine, intl), callVersionTexts(theirs, intl)).map(
    ({ id, mine: own, theirs: other }) => [id, own, other],
  )

it('two versions of a call differ in what is sent, field by field', () => {
  expect(between(form({}), form({ name: 'phone ' }))).toEqual([])
  expect(
    between(
      form({ timeoutMs: 300, headers: [{ name: 'X-A', value: '1' }] }),
      form({ url: 'https://b.example/', description: 'Ours' }),
    ),
  ).toEqual([
    ['description', '', 'Ours'],
    ['url', 'GET https://a.example/', 'GET https://b.example/'],
    ['headers', 'X-A: 1', ''],
    ['timeout', '300', '500'],
  ])
})

it('of a secret it is told how it is given, and never what it is', () => {
  const mine = form({
    authentication: {
      ...emptyCallForm.authentication,
      method: 'basic',
      userName: 'u',
      password: secret('value', 'pass phrase'),
    },
    configurations: [{ name: 'key', value: '', secret: secret('value', 'key phrase') }],
  })
  const theirs = form({
    authentication: { ...emptyCallForm.authentication, method: 'basic', userName: 'u', password: secret('kept', '') },
    configurations: [{ name: 'key', value: '', secret: secret('reference', 'https://vault.example/secrets/key') }],
  })
  const found = between(mine, theirs)
  expect(found).toEqual([
    ['configurations', 'key: ••••••••', 'key: https://vault.example/secrets/key'],
    [
      'authentication',
      'method: basic\nuserName: u\npassword: ••••••••',
      'method: basic\nuserName: u\npassword: OutgoingRequests.Secret.Stored',
    ],
  ])
  expect(JSON.stringify(callVersionTexts(mine, intl))).not.toContain('phrase')
})
