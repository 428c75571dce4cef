import {
  contentTypeOf,
  formContentType,
  jsonContentType,
  placeholdersOf,
} from '../../contract/external-calls/call-request.ts'
import type { ExternalCallBody } from '../../contract/external-calls/external-call-inputs.ts'
import { secretsOf } from '../../engine/calls/call-definition.ts'
import { deepestJson, isTooDeep } from '../../engine/lib/json.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'

type Issue = { path: (string | number)[]; message: string }
/** Headers that the connection or the authentication sets. */
const ownHeaders = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'accept-encoding',
  'expect',
])
/**
 * The accepted form of an address: scheme, two slashes, a host. An address that a URL parser would repair or skip parts
 * of is refused, because its host could differ from the one that is checked here.
 */
const plainAddress = /^https?:\/\/[^\s/\\?#][^\p{Cc}]*$/iu
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/**
 * Checks the definition of a call. @param filterIssueOf why an address would not be called @throws ValidationError with
 * all issues
 */
export function assertValidCall(body: ExternalCallBody, problemOf: (url: string) => string | null): void {
  const issues = findCallIssues(body, problemOf)
  if (issues[0]) throw new ValidationError(issues[0].path, issues[0].message, { issues })
}

/** Returns the issues of a definition beyond its schema; paths begin with `body`. */
export function findCallIssues(body: ExternalCallBody, problemOf: (url: string) => string | null): Issue[] {
  const issues: Issue[] = []
  const addIssue = (path: Issue['path'], message: string): void =>
    void issues.push({ path: ['body', ...path], message })
  const address = (path: Issue['path'], url: string, fixed: boolean): void => {
    if (url.trim() !== url || !plainAddress.test(url)) return addIssue(path, 'This is no web address.')
    const problem = problemOf(url)
    if (problem !== null) return addIssue(path, problem)
    if (fixed && placeholdersOf(url).length > 0) addIssue(path, 'This address cannot contain placeholders.')
    // The data of an event must never choose the host of a call.
    if (placeholdersOf(/^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? '').some(each => each.startsWith('parameter.')))
      addIssue(path, 'A parameter cannot be part of the host.')
  }
  duplicateIndexes(body.parameters).forEach(index =>
    addIssue(['parameters', index, 'name'], 'Two parameters have this name.'),
  )
  duplicateIndexes(body.configurations).forEach(index =>
    addIssue(['configurations', index, 'name'], 'Two constants have this name.'),
  )
  address(['url'], body.url, false)
  if (body.keepAliveUrl !== null) address(['keepAliveUrl'], body.keepAliveUrl, true)
  const { authentication } = body
  if (authentication.method === 'oauth' || authentication.method === 'customToken')
    address(['authentication', 'tokenUrl'], authentication.tokenUrl, true)
  if (
    authentication.method === 'customToken' &&
    authentication.tokenAuthentication === 'basic' &&
    authentication.password === null
  )
    addIssue(['authentication', 'password'], 'Enter the password.')
  headerIssues(body.headers, ['headers'], addIssue)
  if (authentication.method === 'customToken')
    headerIssues(authentication.headers, ['authentication', 'headers'], addIssue)
  if (![jsonContentType, formContentType].includes(contentTypeOf(body.headers)))
    addIssue(['headers'], `The content type can be ${jsonContentType} or ${formContentType}.`)
  const placeholders = new Set([
    ...body.parameters.map(({ name }) => `parameter.${name.toLowerCase()}`),
    ...body.configurations.map(({ name }) => `configuration.${name.toLowerCase()}`),
  ])
  const texts: [Issue['path'], string][] = [
    [['url'], body.url],
    [['requestBody'], body.requestBody ?? ''],
    ...body.headers.map(({ value }, index): [Issue['path'], string] => [['headers', index, 'value'], value]),
  ]
  if (authentication.method === 'customToken') {
    // One token serves many events, so that its request must not contain data of an event.
    const token: [Issue['path'], string][] = [
      [['authentication', 'body'], authentication.body],
      ...authentication.headers.map(({ value }, index): [Issue['path'], string] => [
        ['authentication', 'headers', index, 'value'],
        value,
      ]),
    ]
    for (const [path, text] of token)
      if (placeholdersOf(text).some(each => each.startsWith('parameter.')))
        addIssue(path, 'The token request can use constants, but no parameters.')
    texts.push(...token)
  }
  for (const [path, text] of texts)
    for (const name of placeholdersOf(text))
      if (!placeholders.has(name)) addIssue(path, `There is no ${name.replace('.', ' named ')}.`)
  for (const part of ['sampleResponse', 'defaultResponse'] as const) {
    if (body[part] === undefined) addIssue([part], 'Enter JSON.')
    else if (isTooDeep(body[part])) addIssue([part], `This is nested too deeply: at most ${deepestJson} levels.`)
    else if (JSON.stringify(body[part]).length > 100_000)
      addIssue([part], 'This is too long. Use at most 100,000 characters.')
  }
  return issues
}

function headerIssues(
  list: readonly { name: string; value: string }[],
  path: Issue['path'],
  addIssue: (path: Issue['path'], message: string) => void,
): void {
  duplicateIndexes(list).forEach(index => addIssue([...path, index, 'name'], 'Two headers have this name.'))
  list.forEach(({ name, value }, index) => {
    if (!headerName.test(name)) addIssue([...path, index, 'name'], 'This is no name of a header.')
    else if (ownHeaders.has(name.toLowerCase()))
      addIssue([...path, index, 'name'], 'This header is set by the connection.')
    if (/[\r\n\0]/.test(value)) addIssue([...path, index, 'value'], 'A header is one line.')
  })
}

const duplicateIndexes = (list: readonly { name: string }[]): number[] => {
  const names = list.map(({ name }) => name.toLowerCase())
  return names.flatMap((name, index) => (names.indexOf(name) === index ? [] : [index]))
}

/** Returns the origins that receive the secrets of a definition. Fixed values may be part of a host. */
function originsOf({ url, authentication, configurations }: ExternalCallBody): string {
  const origin = (text: string): string => /^[a-z]+:\/\/[^/?#]*/i.exec(text)?.[0]?.toLowerCase() ?? ''
  const token =
    authentication.method === 'oauth' || authentication.method === 'customToken'
      ? origin(authentication.tokenUrl)
      : authentication.method === 'entra'
        ? authentication.tenantId
        : ''
  const fixed = placeholdersOf(origin(url)).map(
    each => configurations.find(({ name }) => `configuration.${name.toLowerCase()}` === each)?.value,
  )
  return JSON.stringify([origin(url), fixed, token, authentication.method])
}

/**
 * Checks that a kept secret is stored, and sent to the same origin as before: otherwise a user who may change an
 * address could have it sent to themselves. @throws ValidationError
 */
export function assertStoredSecrets(body: ExternalCallBody, stored: StoredSecrets | null): void {
  const issues = findMissingSecrets(body, stored).map(({ place, message }): Issue => {
    const path = place.startsWith('configurations.')
      ? [
          'body',
          'configurations',
          body.configurations.findIndex(({ name }) => name.toLowerCase() === place.slice('configurations.'.length)),
          'value',
        ]
      : ['body', ...place.split('.')]
    return { path, message }
  })
  if (issues[0]) throw new ValidationError(issues[0].path, issues[0].message, { issues })
}

interface StoredSecrets {
  body: ExternalCallBody
  secrets: Readonly<Record<string, string>>
}
/** Returns the kept secrets that are not stored, or not for this address. */
export function findMissingSecrets(
  body: ExternalCallBody,
  stored: StoredSecrets | null,
): { place: string; message: string }[] {
  return secretsOf(body)
    .filter(({ secret }) => 'kept' in secret)
    .flatMap(({ place }) => {
      if (stored?.secrets[place] === undefined) return [{ place, message: 'Enter the secret.' }]
      return originsOf(body) === originsOf(stored.body)
        ? []
        : [{ place, message: 'The address or the method was changed: enter the secret again.' }]
    })
}
