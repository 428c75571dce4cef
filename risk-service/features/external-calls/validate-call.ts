import { type FileFaultCode, type FileFaultParams, fileFaultText } from '../../contract/common/file-faults.ts'
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
/** `fault` and `params`: what clients say in their own language. */
type CallIssue = Issue & { fault: FileFaultCode; params: FileFaultParams }
type AddIssue = (path: Issue['path'], fault: FileFaultCode, params?: FileFaultParams) => void
/** Characters of a sample or default response. */
const mostJson = 100_000
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
  const issues = findCallIssues(body, problemOf).map(({ path, message }): Issue => ({ path, message }))
  if (issues[0]) throw new ValidationError(issues[0].path, issues[0].message, { issues })
}

/** Returns the issues of a definition beyond its schema; paths begin with `body`. */
export function findCallIssues(body: ExternalCallBody, problemOf: (url: string) => string | null): CallIssue[] {
  const issues: CallIssue[] = []
  const addIssue: AddIssue = (path, fault, params = {}) =>
    void issues.push({ path: ['body', ...path], message: fileFaultText(fault, params), fault, params })
  const addMissing = (path: Issue['path'], placeholder: string): void => {
    const [kind, ...name] = placeholder.split('.')
    addIssue(path, kind === 'parameter' ? 'noParameter' : 'noConstant', { name: name.join('.') })
  }
  const address = (path: Issue['path'], url: string, fixed: boolean): void => {
    if (url.trim() !== url || !plainAddress.test(url)) return addIssue(path, 'address')
    const problem = problemOf(url)
    if (problem !== null)
      return void issues.push({ path: ['body', ...path], message: problem, fault: 'addressRefused', params: {} })
    if (fixed && placeholdersOf(url).length > 0) addIssue(path, 'addressPlaceholder')
    // The data of an event must never choose the host of a call.
    if (placeholdersOf(/^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? '').some(each => each.startsWith('parameter.')))
      addIssue(path, 'hostParameter')
  }
  duplicateIndexes(body.parameters).forEach(index => addIssue(['parameters', index, 'name'], 'parameterRepeats'))
  duplicateIndexes(body.configurations).forEach(index => addIssue(['configurations', index, 'name'], 'constantRepeats'))
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
    addIssue(['authentication', 'password'], 'noPassword')
  headerIssues(body.headers, ['headers'], addIssue)
  if (authentication.method === 'customToken')
    headerIssues(authentication.headers, ['authentication', 'headers'], addIssue)
  if (![jsonContentType, formContentType].includes(contentTypeOf(body.headers)))
    addIssue(['headers'], 'contentType', { types: `${jsonContentType}, ${formContentType}` })
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
      if (placeholdersOf(text).some(each => each.startsWith('parameter.'))) addIssue(path, 'tokenParameter')
    texts.push(...token)
  }
  for (const [path, text] of texts)
    for (const name of placeholdersOf(text)) if (!placeholders.has(name)) addMissing(path, name)
  for (const part of ['sampleResponse', 'defaultResponse'] as const) {
    if (body[part] === undefined) addIssue([part], 'noJson')
    else if (isTooDeep(body[part])) addIssue([part], 'tooDeep', { limit: deepestJson })
    else if (JSON.stringify(body[part]).length > mostJson) addIssue([part], 'tooLong', { limit: mostJson })
  }
  return issues
}

function headerIssues(list: readonly { name: string; value: string }[], path: Issue['path'], addIssue: AddIssue): void {
  duplicateIndexes(list).forEach(index => addIssue([...path, index, 'name'], 'headerRepeats'))
  list.forEach(({ name, value }, index) => {
    if (!headerName.test(name)) addIssue([...path, index, 'name'], 'headerName')
    else if (ownHeaders.has(name.toLowerCase())) addIssue([...path, index, 'name'], 'headerOfConnection')
    if (/[\r\n\0]/.test(value)) addIssue([...path, index, 'value'], 'headerLines')
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
